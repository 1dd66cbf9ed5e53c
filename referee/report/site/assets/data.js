// Data that a page asks for when it needs them: scripts, since a page opened from a file may not fetch.
window.LostCities = (() => {
  "use strict";
  const data = new Map();
  const loads = new Map();

  // What a data script calls with what it has.
  function take(key, value) {
    data.set(key, value);
  }

  // The promise of a script's data, under the key that the script has; the script is loaded once.
  function load(address, key) {
    if (!loads.has(address)) {
      loads.set(
        address,
        new Promise((resolve, reject) => {
          const script = document.createElement("script");
          script.src = address;
          script.onload = () => {
            script.remove();
            resolve(data.get(key));
          };
          script.onerror = () => {
            loads.delete(address);
            reject(new Error(`${address} cannot be loaded`));
          };
          document.head.append(script);
        }),
      );
    }
    return loads.get(address);
  }

  // What the reader has chosen, under its name; null where that is what the page shows anyway. It stands in the address.
  function chosen(name) {
    return new URLSearchParams(location.hash.slice(1)).get(name);
  }

  function choose(name, value) {
    const all = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
    if (value) all.set(name, value);
    else all.delete(name);
    history.replaceState(null, "", `#${all.toString().replaceAll("%2C", ",")}`);
  }

  // Forgets all data: a page that was renewed asks for them again.
  function forget() {
    data.clear();
    loads.clear();
  }

  return { take, load, forget, chosen, choose };
})();
