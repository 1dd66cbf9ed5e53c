// Keys and buttons, each of which is one action by its name.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { byId } = replay.nodes;
  const LEAP = 10;

  const BUTTONS = {
    "to-start": "start",
    back: "back",
    play: "play",
    forward: "forward",
    "to-end": "end",
    speed: "speed",
    copy: "copy",
    help: "help",
  };
  const KEYS = {
    Home: "start",
    End: "end",
    " ": "play",
    s: "speed",
    h: "hands",
    m: "mirror",
    "[": "before",
    "]": "after",
    c: "copy",
    "?": "help",
  };
  const SLIDER_KEYS = { ArrowDown: -1, ArrowUp: 1, PageDown: -LEAP, PageUp: LEAP };

  // The step that a key asks for; 0 for none. Up and down scroll, unless a slider has the focus.
  function step(event) {
    if (event.key === "ArrowLeft") return event.shiftKey ? -LEAP : -1;
    if (event.key === "ArrowRight") return event.shiftKey ? LEAP : 1;
    return event.target === byId("graph") || event.target === byId("track") ? (SLIDER_KEYS[event.key] ?? 0) : 0;
  }

  // Space presses a button that has the focus, and opens what can be opened.
  const takesSpace = (target) => target instanceof Element && target.closest("button, summary") !== null;

  function isOurs(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
    if (document.querySelector("dialog[open]")) return false;
    return !(event.key === " " && takesSpace(event.target));
  }

  replay.watchKeys = (actions) => {
    document.addEventListener("keydown", (event) => {
      if (!isOurs(event)) return;
      const turns = step(event);
      if (turns !== 0) actions.step(turns);
      else if (/^[123]$/.test(event.key)) actions.match(Number(event.key));
      else if (KEYS[event.key]) actions[KEYS[event.key]]();
      else return;
      event.preventDefault();
    });
  };

  // A button pressed by a pointer gives the focus back, so that Space plays next and does not press it again.
  function giveBack(event) {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button && event.detail > 0 && !document.querySelector("dialog[open]")) button.blur();
  }

  replay.watchButtons = (actions) => {
    for (const [id, action] of Object.entries(BUTTONS)) byId(id).addEventListener("click", () => actions[action]());
    for (const choice of byId("hands").children) {
      choice.addEventListener("click", () => actions.show(choice.dataset.hands));
    }
    byId("track").addEventListener("input", (event) => actions.go(Number(event.target.value)));
    document.addEventListener("click", giveBack);
  };
})();
