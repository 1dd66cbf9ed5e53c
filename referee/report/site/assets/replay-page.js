// The page as a whole: one state, shown whenever it changes, and what keys and buttons do to it.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, icon, byId } = replay.nodes;
  const { HANDS } = replay.address;
  const SPEEDS = [0.5, 1, 2, 4];
  const TURN_MS = 900; // at speed 1
  const TOLD_MS = 1500;
  const { drawBoard, drawLuck, drawTime, drawFaults, drawTurns, drawCursor } = replay;
  // The list of turns comes after what it shares its column with: it takes the height that is left.
  const PARTS = [drawBoard, drawLuck, drawTime, drawFaults, drawTurns, drawCursor];

  const { first, last, folderSize, front } = byId("replay").dataset;
  const firstSeries = Number(first) || null;
  let state = {}; // series, match, turn, hands
  let match = null; // the Match shown; null where there is none
  let series = null; // the data of the series shown; null where there is none
  let speed = 1;
  let playing = 0; // the timer; 0 while paused
  let asked = 0; // counts what was asked for, so that a series that comes late is dropped

  // A sentence for those who listen, and for a moment on the button it is about.
  function tell(text, button = null) {
    byId("message").textContent = text;
    if (button === null) return;
    const before = button.dataset.label ?? button.textContent;
    button.dataset.label = before;
    button.textContent = text;
    setTimeout(() => (button.textContent = before), TOLD_MS);
  }

  // Instead of a board: what is wrong, and where to go.
  function showProblem(sentence, ...links) {
    pause();
    match = null;
    byId("replay").hidden = true;
    const ways = links.flatMap(([text, href]) => [" ", node("a", { href }, text)]);
    byId("problem").replaceChildren(node("p", {}, sentence, ...ways));
    byId("problem").hidden = false;
    byId("heading").textContent = "Nothing to replay";
    for (const id of ["matches", "result", "place"]) byId(id).replaceChildren();
    document.title = `Replay · ${byId("replay").dataset.tournament} · Lost Cities`;
  }

  const toFront = ["Go to the front page.", front];
  const address = (wanted) => replay.address.format(wanted);
  const toFirst = () => (firstSeries ? [[`Open series ${firstSeries}.`, address({ series: firstSeries })]] : []);

  function showMissing(number) {
    const why =
      number > Number(last) || number < 1
        ? `Series ${number} does not exist: the highest number is ${last}.`
        : `Series ${number} is not here: a leg of its encounter is not final, or its file is missing.`;
    showProblem(why, ...toFirst(), toFront);
  }

  // The state with what the address left out; null, and a problem shown, where there is no such match or turn.
  function completed(wanted) {
    if (series.matches.length === 0) return { ...wanted, match: undefined, turn: undefined };
    const number = wanted.match ?? series.matches[0].match;
    const data = series.matches.find((one) => one.match === number);
    const way = (text, rest) => [text, address({ series: series.series, ...rest, hands: wanted.hands })];
    if (!data) {
      const played = series.matches.at(-1).match;
      const sentence = `Match ${number} of series ${wanted.series} was not played.`;
      showProblem(sentence, way(`Open match ${played}.`, { match: played }));
      return null;
    }
    const turn = wanted.turn ?? 0;
    const found = new replay.moves.Match(series, data);
    if (turn > found.last) {
      const where = `Match ${number} of series ${wanted.series}`;
      const sentence = `${where} has no turn ${turn}: it ended at turn ${found.last}.`;
      showProblem(sentence, way(`Open turn ${found.last}.`, { match: number, turn: found.last }));
      return null;
    }
    match = found;
    return { ...wanted, match: number, turn };
  }

  // Show what is wanted: load its series if need be.
  async function open(wanted) {
    asked += 1;
    const mine = asked;
    pause();
    const found = await replay.loadSeries(wanted.series, folderSize);
    if (mine !== asked) return;
    state = wanted;
    series = found;
    match = null;
    if (series === null) {
      showMissing(wanted.series);
      return;
    }
    const complete = completed(wanted);
    if (complete !== null) {
      state = complete;
      draw();
      replay.address.replace(state);
    }
  }

  function draw() {
    byId("problem").hidden = true;
    replay.drawHead(series, state);
    byId("replay").hidden = match === null;
    if (match === null) {
      showUnplayed();
      return;
    }
    for (const choice of byId("hands").children) {
      choice.setAttribute("aria-pressed", choice.dataset.hands === state.hands);
    }
    byId("track").max = match.last;
    replay.drawGraph({ match, hands: state.hands });
    drawTurn();
  }

  function showUnplayed() {
    const sentence = "No match of this series was played, so there are no cards to show. ";
    byId("problem").replaceChildren(node("p", {}, sentence, node("a", { href: front }, "Go to the front page.")));
    byId("problem").hidden = false;
  }

  // What changes from turn to turn.
  function drawTurn() {
    const view = { match, at: match.position(state.turn), hands: state.hands, state };
    for (const part of PARTS) part(view);
    byId("track").value = state.turn;
    byId("track").setAttribute("aria-valuetext", `turn ${state.turn} of ${match.last}`);
    byId("turn-label").textContent = `Turn ${state.turn} / ${match.last}`;
    for (const id of ["to-start", "back"]) byId(id).disabled = state.turn === 0;
    for (const id of ["forward", "to-end"]) byId(id).disabled = state.turn === match.last;
  }

  function go(turn) {
    if (match === null) return;
    state = { ...state, turn: Math.max(0, Math.min(match.last, turn)) };
    drawTurn();
    replay.address.follow(state);
  }

  function play() {
    if (match === null) return;
    if (playing) {
      pause();
      return;
    }
    if (state.turn === match.last) go(0);
    // Otherwise every turn would be read aloud, late.
    byId("say").setAttribute("aria-live", "off");
    schedule();
    drawPlay();
  }

  function schedule() {
    playing = setTimeout(() => {
      go(state.turn + 1);
      if (state.turn === match.last) pause();
      else schedule();
    }, TURN_MS / speed);
  }

  function pause() {
    clearTimeout(playing);
    playing = 0;
    byId("say").setAttribute("aria-live", "polite");
    drawPlay();
  }

  function drawPlay() {
    byId("play").replaceChildren(icon(playing ? "pause" : "forward"), playing ? "Pause" : "Play");
  }

  function setSpeed(value) {
    speed = value;
    const button = byId("speed");
    button.textContent = `${speed === 0.5 ? "½" : speed}×`;
    button.setAttribute("aria-label", `Speed: ${speed} times`);
    if (!playing) return;
    clearTimeout(playing);
    schedule();
  }

  // Something else to look at: a new entry in the history.
  function visit(wanted) {
    replay.address.push(state, wanted);
    open(wanted);
  }

  function visitSeries(number, where) {
    if (series === null) return;
    if (number === null) tell(`There is no series ${where} this one that can be replayed.`);
    else visit({ series: number, hands: state.hands });
  }

  function copy() {
    replay.address.replace(state);
    const failed = () => tell("The link is in the address bar", byId("copy"));
    if (!navigator.clipboard) failed();
    else navigator.clipboard.writeText(location.href).then(() => tell("Copied", byId("copy")), failed);
  }

  function show(hands) {
    if (match === null) return;
    state = { ...state, hands };
    draw();
    replay.address.follow(state);
  }

  const actions = {
    go,
    show,
    play,
    copy,
    step: (turns) => go((state.turn ?? 0) + turns),
    back: () => go(state.turn - 1),
    forward: () => go(state.turn + 1),
    start: () => go(0),
    end: () => go(Infinity),
    speed: () => setSpeed(SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length]),
    hands: () => show(HANDS[(HANDS.indexOf(state.hands) + 1) % HANDS.length]),
    match: (number) => {
      if (series === null) return;
      const wanted = { series: state.series, match: number, hands: state.hands };
      if (series.matches.some((one) => one.match === number)) visit(wanted);
      else tell(`Match ${number} was not played.`);
    },
    mirror: () => series !== null && visit({ series: series.other, match: state.match, hands: state.hands }),
    before: () => visitSeries(series?.before ?? null, "before"),
    after: () => visitSeries(series?.after ?? null, "after"),
    help: () => byId("keys").showModal(),
  };

  function readAddress() {
    const wanted = replay.address.read();
    asked += 1;
    series = null;
    if (wanted.problem) showProblem(wanted.problem, ...toFirst(), toFront);
    else if (wanted.series !== undefined) open(wanted);
    else if (firstSeries !== null) open({ ...wanted, series: firstSeries });
    else showProblem("No series can be replayed yet: both legs of an encounter must be final. Reload later.", toFront);
  }

  setSpeed(speed);
  drawPlay();
  replay.watchGraph(go);
  replay.watchKeys(actions);
  replay.watchButtons(actions);
  addEventListener("hashchange", readAddress);
  readAddress();
})();
