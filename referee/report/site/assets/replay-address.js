// What is shown, in the fragment of the address: series=7&match=2&turn=31&hands=first.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const HANDS = ["all", "first", "second"];
  const NUMBER = /^\d{1,9}$/;
  const KEYS = ["series", "match", "turn"];
  const DELAY_MS = 150; // browsers refuse a page that changes its address hundreds of times in a few seconds

  let waiting = 0;
  let known = location.hash; // as it was read or written last

  function format(state) {
    const parts = KEYS.filter((key) => state[key] !== undefined).map((key) => `${key}=${state[key]}`);
    if (state.hands && state.hands !== "all") parts.push(`hands=${state.hands}`);
    return `#${parts.join("&")}`;
  }

  // The state that a fragment says, undefined where it is silent; with `problem`, a sentence, if it makes no sense.
  function parse(fragment) {
    const state = { hands: "all" };
    for (const part of fragment.replace(/^#/, "").split("&").filter(Boolean)) {
      const [key, value = ""] = part.split("=", 2);
      if (key === "hands" && HANDS.includes(value)) state.hands = value;
      else if (KEYS.includes(key) && NUMBER.test(value)) state[key] = Number(value);
      else return { problem: `The address says “${part.slice(0, 60)}”, which means nothing here.` };
    }
    return state;
  }

  function forget() {
    clearTimeout(waiting);
    waiting = 0;
  }

  function replace(state) {
    forget();
    // Where it has changed since, the reader has gone elsewhere in the history: that is about to be read.
    if (location.hash !== known) return;
    known = format(state);
    if (location.hash !== known) history.replaceState(null, "", known);
  }

  replay.address = {
    HANDS,
    format,
    read() {
      forget();
      known = location.hash;
      return parse(known);
    },
    // The address follows in a moment, and takes the place of the one before.
    follow(state) {
      clearTimeout(waiting);
      waiting = setTimeout(() => replace(state), DELAY_MS);
    },
    replace,
    // A new entry in the history, so that "back" leads to where one was.
    push(before, state) {
      replace(before);
      known = format(state);
      if (location.hash !== known) history.pushState(null, "", known);
    },
  };
})();
