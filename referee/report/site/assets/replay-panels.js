// What stands beside the board: luck and time; and above it: series, matches, result.
(() => {
  "use strict";
  const replay = globalThis.replay;
  const { node, byId, number, milliseconds } = replay.nodes;
  const { SIDES, mark } = replay.seats;

  // Whom a whole number of points helps: positive is A.
  function helps(points, bots) {
    return points === 0 ? "even" : `${points > 0 ? bots[0] : bots[1]} +${Math.abs(points)}`;
  }

  const fact = (title, ...cells) =>
    node("tr", {}, node("th", { scope: "row" }, title), ...cells.map((cell) => node("td", {}, cell)));

  const only = (text) => node("tr", {}, node("td", { class: "only" }, text));

  replay.drawLuck = ({ match, at, hands }) => {
    const { bots } = match.series;
    const rows = [];
    if (match.data.luck === null) {
      rows.push(only("Not known: these results come without a luck model, or with another one."));
    } else if (hands !== "all") {
      rows.push(only(`Hidden: it tells of cards that the ${hands} did not see.`));
    } else {
      const score = at.totals[match.seatOf(0)] - at.totals[match.seatOf(1)];
      // Rounded before they are added up, so that what is shown adds up.
      const [opening, now] = [match.luckOfA(0), match.luckOfA(at.turn)].map(Math.round);
      rows.push(
        fact("Opening hands", helps(opening, bots)),
        fact("Cards drawn so far", helps(now - opening, bots)),
        fact("Score now", helps(score, bots)),
        fact("Score without luck", helps(score - now, bots)),
      );
    }
    byId("luck").replaceChildren(...rows);
  };

  // Milliseconds of the turns of a seat up to a position, the faulted turn included.
  function times(match, turn, seat) {
    return match.data.ms.slice(0, turn).filter((_, index) => index % 2 === seat);
  }

  replay.drawTime = ({ match, at }) => {
    const { bots } = match.series;
    const cells = (tell) => [0, 1].map((bot) => tell(times(match, at.turn, match.seatOf(bot))));
    const heads = bots.map((bot, index) => node("th", { scope: "col", title: bot }, mark(index), bot));
    const told = (list, value) => (list.length ? milliseconds(value) : "–");
    byId("time").replaceChildren(
      node("tr", {}, node("td", {}), ...heads),
      fact("Last turn", ...cells((list) => told(list, list.at(-1)))),
      fact("Longest so far", ...cells((list) => told(list, Math.max(...list)))),
      fact("All so far", ...cells((list) => told(list, list.reduce((sum, ms) => sum + ms, 0)))),
    );
  };

  function link(text, state, title) {
    return node("a", { href: replay.address.format(state), title }, text);
  }

  function drawPlace(series, state) {
    const keep = { hands: state.hands };
    const other = `${series.mirrored ? "mirror" : "other leg"}: series ${series.other}`;
    const parts = [`series ${series.series} · round ${series.round}, leg ${series.leg} · `];
    const swapped = "The other leg: the seats swapped (m)";
    parts.push(link(other, { series: series.other, match: state.match, ...keep }, swapped));
    const { before, after } = series;
    if (before) parts.push(" · ", link(`‹ ${before}`, { series: before, ...keep }, "Previous series ([)"));
    if (after) parts.push(" · ", link(`${after} ›`, { series: after, ...keep }, "Next series (])"));
    byId("place").replaceChildren(...parts);
  }

  function drawTabs(series, state) {
    const totals = node("b", {}, series.totals.map(number).join(" : "));
    const tabs = [1, 2, 3].map((wanted) => drawTab(series, state, wanted));
    byId("matches").replaceChildren(...tabs, node("span", { class: "tab is-total" }, "Series ", totals));
  }

  function drawTab(series, state, wanted) {
    const match = series.matches.find((one) => one.match === wanted);
    if (!match) return node("span", { class: "tab" }, `Match ${wanted} `, node("b", {}, "–"));
    const scores = series.bots.map((bot) => number(match.scores[match.bots.indexOf(bot)])).join(" : ");
    const forfeit = match.end === "forfeit" ? node("span", { class: "forfeit" }, "forfeit") : null;
    const href = replay.address.format({ series: series.series, match: wanted, hands: state.hands });
    const attributes = { class: "tab", href, "aria-current": wanted === state.match && "page", title: `Key ${wanted}` };
    return node("a", attributes, `Match ${wanted} `, node("b", {}, scores), forfeit);
  }

  // The head of the page: where it is, who meets whom, what came of it, and the matches.
  replay.drawHead = (series, state) => {
    const { bots, pages } = series;
    const [a, b] = bots.map((bot, index) => node("a", { class: `name is-${SIDES[index]}`, href: pages[index] }, bot));
    byId("heading").replaceChildren(a, node("span", { class: "against" }, " against "), b);
    const history = series.history ? [node("span", { class: "tag" }, series.history), " "] : [];
    byId("result").title = series.result; // where there is no room for all of it
    byId("result").replaceChildren(...history, series.result.replaceAll(/ -(?=\d)/g, " −"));
    // Where the scores in the tabs say it all, a phone leaves the sentence out.
    byId("result").classList.toggle("is-plain", series.end === "played" && history.length === 0);
    drawPlace(series, state);
    drawTabs(series, state);
    const { tournament } = byId("replay").dataset;
    document.title = `${bots.join(" against ")}, series ${series.series} · ${tournament} · Lost Cities`;
  };
})();
