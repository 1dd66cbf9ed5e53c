// Keeps a page up to date while a tournament is played: the live panel from events, the rest by loading the page again
// in the background and changing only what differs. Scroll, focus, order, search and what is unfolded stay as they are.
(() => {
  "use strict";
  const script = document.currentScript;
  const events = new URL(script.dataset.events, location.href);
  const silenceMs = 25000; // the server gives a sign of life every 10 seconds
  const hiddenMs = 60000; // a page that nobody sees gives its connection back
  const longestWaitMs = 30000;

  let edition = script.dataset.edition;
  let source = null;
  let lastId = "";
  let failures = 0;
  let heardAt = new Date();
  let silence = 0;
  let retry = 0;
  let hiding = 0;
  let renewing = false;
  let renewAfter = 0; // when a page may be asked for again, after one that did not come
  let wanted = edition;
  let told = ""; // the newest panel that waits for its page

  // --- the connection

  function connect() {
    disconnect();
    const address = new URL(events);
    if (lastId) address.searchParams.set("last", lastId);
    source = new EventSource(address);
    source.addEventListener("open", hear);
    source.addEventListener("beat", hear);
    source.addEventListener("message", (event) => {
      hear();
      lastId = event.lastEventId;
      const { edition: newest, panel } = JSON.parse(event.data);
      wanted = newest;
      told = panel;
      // A panel tells of the tables below it: with newer ones it waits until they are there.
      if (wanted === edition || !wanted) showPanel(panel);
      else renew();
    });
    source.addEventListener("error", () => {
      lose();
      // After some errors a browser tries again by itself, after others it gives up.
      if (source.readyState === EventSource.CLOSED) tryLater();
    });
    listenForSilence();
  }

  function disconnect() {
    clearTimeout(silence);
    clearTimeout(retry);
    if (source) source.close();
    source = null;
  }

  function hear() {
    failures = 0;
    heardAt = new Date();
    const note = document.getElementById("live-lost");
    if (!note.hidden) note.textContent = "";
    note.hidden = true;
    listenForSilence();
    if (wanted !== edition) renew();
  }

  function lose() {
    const note = document.getElementById("live-lost");
    const words = `Connection lost, trying again. What stands here is of ${heardAt.toLocaleTimeString()}.`;
    note.hidden = false;
    if (note.textContent !== words) note.textContent = words;
  }

  function listenForSilence() {
    clearTimeout(silence);
    silence = setTimeout(() => {
      lose();
      connect();
    }, silenceMs);
  }

  function tryLater() {
    clearTimeout(retry);
    const waitMs = Math.min(longestWaitMs, 1000 * 2 ** failures);
    failures += 1;
    retry = setTimeout(connect, waitMs * (0.75 + Math.random() / 2));
  }

  // --- what it tells

  function showPanel(html) {
    const panel = document.getElementById("live");
    if (!panel) return; // only the front page has one
    const parsed = new DOMParser().parseFromString(html, "text/html");
    keepingFocus(() => follow(panel, parsed.getElementById("live")));
  }

  async function renew() {
    if (renewing || wanted === edition || !wanted || Date.now() < renewAfter) return;
    if (!edition) {
      location.reload(); // this page only said that there was nothing yet
      return;
    }
    renewing = true;
    const before = told;
    try {
      const answer = await fetch(location.pathname, { cache: "no-cache" });
      if (!answer.ok) throw new Error(answer.statusText);
      showPage(new DOMParser().parseFromString(await answer.text(), "text/html"));
      if (told !== before && wanted === edition) showPanel(told); // it came meanwhile
    } catch {
      renewAfter = Date.now() + longestWaitMs / 3; // the wish stays, and the next event asks again
    }
    renewing = false;
  }

  function showPage(page) {
    const theirs = page.querySelector("script[data-edition]");
    if (!theirs) return;
    edition = theirs.dataset.edition;
    document.title = page.title;
    keepingFocus(() => {
      for (const part of ["header.top", "main", "footer"]) {
        const old = document.querySelector(part);
        const fresh = page.querySelector(part);
        if (old && fresh) follow(old, fresh);
      }
      window.LostCities?.forget();
      document.dispatchEvent(new Event("renewed")); // for scripts that order, search or load
    });
  }

  // Scrolling is the browser's: what is being read stays where it is, though something above it grows.
  function keepingFocus(change) {
    const focused = document.activeElement;
    change();
    if (focused && focused.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
  }

  // --- one tree made like another one, with as many of its own nodes as possible

  // What the reader has chosen stands in these attributes: they stay.
  const chosen = new Set(["hidden", "open", "aria-pressed", "aria-sort", "aria-expanded", "aria-selected", "tabindex"]);

  function keyOf(node) {
    if (node.nodeType !== Node.ELEMENT_NODE) return "";
    return node.id || node.dataset.key || node.dataset.name || "";
  }

  function isLike(old, fresh) {
    return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);
  }

  // A part that a script has made its own (data-own) is left to it.
  function follow(old, fresh) {
    if (old.dataset?.own !== undefined) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      if (old.data !== fresh.data) old.data = fresh.data;
      return;
    }
    followAttributes(old, fresh);
    followChildren(old, fresh);
  }

  function followAttributes(old, fresh) {
    // Others may be a script's.
    if (!fresh.hasAttribute("class")) old.removeAttribute("class");
    for (const { name, value } of fresh.attributes) {
      if (!chosen.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
  }

  function followChildren(old, fresh) {
    const keyed = new Map();
    for (const child of old.childNodes) {
      const key = keyOf(child);
      if (key) keyed.set(key, child);
    }
    let place = old.firstChild;
    for (const child of [...fresh.childNodes]) {
      const key = keyOf(child);
      const match = key ? keyed.get(key) : place;
      if (match && match === place && isLike(match, child)) {
        place = place.nextSibling;
        follow(match, child);
      } else if (match && key && isLike(match, child)) {
        old.insertBefore(match, place);
        follow(match, child);
      } else {
        old.insertBefore(document.importNode(child, true), place);
      }
    }
    while (place) {
      const next = place.nextSibling;
      // A table that a script has made whole has more lines than the page as it is loaded.
      if (old.dataset.whole === undefined || !keyOf(place)) place.remove();
      place = next;
    }
  }

  // --- when to be connected

  addEventListener("online", connect);
  addEventListener("pagehide", disconnect);
  addEventListener("pageshow", (event) => {
    if (event.persisted) connect();
  });
  document.addEventListener("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(disconnect, hiddenMs);
    else if (!source) connect();
  });
  connect();
})();
