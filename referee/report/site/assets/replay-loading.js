// The data of a series: a script that is added to the page when it is asked for, since a page from a file cannot fetch.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const KEPT = 20;
  const store = (globalThis.lostCitiesSeries ??= {});
  const asked = []; // numbers, the last one asked for last

  function addScript(number, folderSize) {
    return new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `series/${Math.floor(number / folderSize)}/${number}.js`;
      script.onload = resolve;
      script.onerror = () => reject(new Error(`no ${script.src}`));
      document.head.append(script);
      const remove = () => script.remove();
      script.addEventListener("load", remove);
      script.addEventListener("error", remove);
    });
  }

  function remember(number) {
    const index = asked.indexOf(number);
    if (index >= 0) asked.splice(index, 1);
    asked.push(number);
    if (asked.length > KEPT) delete store[asked.shift()];
  }

  // The data of a series; null if it cannot be had.
  replay.loadSeries = async (number, folderSize) => {
    if (!store[number]) {
      try {
        await addScript(number, folderSize);
      } catch {
        return null;
      }
    }
    if (!store[number]) return null;
    remember(number);
    return store[number];
  };
})();
