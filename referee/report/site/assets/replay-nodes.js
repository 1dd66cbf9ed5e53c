// Elements, and cards as elements. Text is always set as text: nothing of a bot is ever read as HTML.
(() => {
  "use strict";
  const replay = (globalThis.replay ??= {});
  const SVG = "http://www.w3.org/2000/svg";
  const COLORS = { Y: "yellow", B: "blue", W: "white", G: "green", R: "red", P: "purple" };

  // An element with attributes (null and false leave one out) and children: elements, text, null for none.
  function node(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  function icon(name) {
    const svg = document.createElementNS(SVG, "svg");
    const use = document.createElementNS(SVG, "use");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    use.setAttribute("href", `#icon-${name}`);
    svg.append(use);
    return svg;
  }

  const byId = (id) => document.getElementById(id);
  const isHandshake = (card) => card[1] === "H";
  // A card's color and rank in words: "red 7", "red handshake".
  const cardName = (card) => `${COLORS[card[0]]} ${isHandshake(card) ? "handshake" : card.slice(1)}`;
  // With a real minus sign, as it is read aloud.
  const number = (value) => String(value).replace("-", "−");
  const signed = (value) => (value > 0 ? "+" : "") + number(value);
  const count = (amount, word, words = `${word}s`) => `${amount} ${amount === 1 ? word : words}`;
  const hidden = (text) => node("span", { class: "sr" }, text);

  function milliseconds(ms) {
    if (ms >= 9950) return `${(ms / 1000).toFixed(1)} s`;
    return ms >= 99.5 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`;
  }

  function rank(card) {
    return node("b", { class: isHandshake(card) ? "rank is-h" : "rank", "aria-hidden": "true" }, card.slice(1));
  }

  // A card face up; `extra` are more classes.
  function card(name, word, extra = "") {
    const attributes = { class: `card ${word[0]} ${extra}`, title: cardName(word) };
    return node(name, attributes, hidden(cardName(word)), rank(word), icon(word[0]));
  }

  const cardBack = (name) => node(name, { class: "card is-back", title: "face down" }, hidden("face down"));

  // A card in a line of text.
  function chip(word) {
    const attributes = { class: `chip ${word[0]}`, title: cardName(word) };
    return node("span", attributes, hidden(cardName(word)), icon(word[0]), rank(word));
  }

  replay.nodes = {
    COLORS, node, icon, byId, card, cardBack, chip, isHandshake, number, signed, count, hidden, milliseconds,
  };
})();
