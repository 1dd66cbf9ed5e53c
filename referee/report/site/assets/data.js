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

  // Forgets all data: a page that was renewed asks for them again.
  function forget() {
    data.clear();
    loads.clear();
  }

  return { take, load, forget };
})();
