// Turns the data of a page into elements. Everything from solvers, seeds and users becomes text, never markup.
"use strict";

// ---------------------------------------------------------------------------------------------- elements and words

// Control characters and the like are shown as escapes.
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const seen = (text) => String(text).replace(HIDDEN, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : seen(child));
  }
  return element;
}
const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

const count = (n) => Number(n).toLocaleString("en-US");
const many = (n, what) => `${count(n)} ${what}${n === 1 ? "" : "s"}`;
const percent = (share) => (share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0) + " %";
function time(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return s + " s";
  if (s < 3600) return Math.floor(s / 60) + " min" + (s % 60 && s < 600 ? " " + (s % 60) + " s" : "");
  return Math.floor(s / 3600) + " h " + Math.floor((s / 60) % 60) + " min";
}
const date = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 16).replace("T", " ");
const size = (bytes) => (bytes < 1000 ? bytes + " B" : (bytes / 1000).toFixed(1) + " kB");
// Only links to the web become links.
const link = (address) =>
  /^https?:\/\//.test(address) ? h("a", { href: address, rel: "noreferrer noopener" }, address) : h("span", {}, address);

function copied(button, text) {
  const done = () => {
    button.textContent = "copied";
    setTimeout(() => (button.textContent = "copy"), 1200);
  };
  const byHand = () => {
    const area = h("textarea", {});
    area.value = text;
    document.body.append(area);
    area.select();
    if (document.execCommand("copy")) done();
    area.remove();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(text).then(done, byHand);
  else byHand();
}
const copyButton = (text, what) => {
  const button = h("button", { type: "button", "aria-label": "copy " + what }, "copy");
  button.addEventListener("click", () => copied(button, text));
  return button;
};

// ---------------------------------------------------------------------------------------------- scripts

const TOKENS = /(;[^\n]*)|("(?:[^"]|"")*")|(\|[^|]*\|)|(:[^\s()";|]+)|(#[xb][0-9a-fA-F]+|\b\d+(?:\.\d+)?\b)|([()])|([^\s()";|]+)|(\s+)/g;
const CLASSES = [null, "c", "s", null, "k", "n", "p", null, null];
const COMMANDS = /^(assert|check-sat|check-sat-assuming|declare-\S+|define-\S+|set-\S+|get-\S+|push|pop|reset\S*|exit|echo)$/;

function highlighted(text) {
  const parts = [];
  let opened = false;
  for (const token of text.matchAll(TOKENS)) {
    const group = token.findIndex((part, at) => at > 0 && part !== undefined);
    let name = CLASSES[group];
    if (group === 7 && opened) name = COMMANDS.test(token[0]) ? "k" : "o";
    if (group !== 8) opened = token[0] === "(";
    parts.push(name ? h("span", { class: name }, token[0]) : token[0]);
  }
  return parts;
}
const code = (text, what, plain) =>
  h("div", { class: "block" }, h("pre", { tabindex: "0", "aria-label": what }, plain ? text : highlighted(text)), copyButton(text, what));

// ---------------------------------------------------------------------------------------------- plots

// Round steps from zero to beyond the largest value; whole numbers for counts.
function steps(most, whole) {
  const least = Math.max(most / 4, whole ? 1 : 1e-9);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= least * 0.999);
  return Array.from({ length: Math.max(Math.ceil(most / step - 1e-9), 1) + 1 }, (_, at) => at * step);
}

function plot(title, series, y, now, seconds) {
  const shown = series.map((one, at) => ({ ...one, colour: "c" + (at % 4) })).filter((one) => one.points.length > 0);
  const W = 340, H = 170, L = 38, R = 6, T = 8, B = 20;
  const all = shown.flatMap((one) => one.points);
  if (all.length === 0) return h("figure", {}, h("figcaption", {}, title), h("p", { class: "soft small" }, "nothing yet"));
  const wide = Math.max(...all.map((p) => p[0]), seconds || 1);
  const ticks = steps(Math.max(...all.map((p) => p[1])), shown[0].steps);
  const high = ticks[ticks.length - 1];
  const px = (x) => L + ((W - L - R) * x) / wide;
  const py = (v) => H - B - ((H - T - B) * v) / high;
  const grid = ticks.map((v) => [
    svg("line", { class: "grid", x1: L, x2: W - R, y1: py(v), y2: py(v) }),
    svg("text", { x: L - 6, y: py(v) + 3.5, "text-anchor": "end" }, y(v)),
  ]);
  const across = [0, 0.5, 1].map((f) =>
    svg("text", { x: px(wide * f), y: H - 5, "text-anchor": f === 0 ? "start" : f === 1 ? "end" : "middle" }, time(wide * f)));
  const lines = shown.map((one) => {
    const points = one.steps ? [[0, 0], ...one.points, [wide, one.points[one.points.length - 1][1]]] : one.points;
    let path = "";
    for (const [x, v] of points) {
      const [a, b] = [px(x).toFixed(1), py(v).toFixed(1)];
      path += path === "" ? `M${a} ${b}` : one.steps ? `H${a}V${b}` : `L${a} ${b}`;
    }
    return svg("path", { class: "line " + one.colour, d: path });
  });
  const legend = series.length > 1 && h("div", { class: "legend" }, shown.map((one) => h("span", {}, h("i", { class: one.colour }), one.name)));
  return h("figure", {},
    h("figcaption", {}, title, h("span", { class: "number" }, now || "")),
    svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `${title}: ${now || ""}` }, grid, across, lines),
    legend);
}

// A stacked plot of shares over time; the rest belongs to others.
function shares(title, { strategies, parts }) {
  if (parts.length < 2) return null;
  // Text as large as in the plots above.
  const W = Math.max(340, Math.min(window.innerWidth - 60, 1040)), H = 190, L = 38, R = 6, T = 8, B = 20;
  const wide = parts[parts.length - 1][0];
  const px = (x) => L + ((W - L - R) * x) / wide, py = (v) => H - B - (H - T - B) * Math.min(v, 1);
  const sums = parts.map(([, own]) => own.reduce((all, share) => [...all, all[all.length - 1] + share], [0]));
  const edge = (at) => parts.map(([end], n) => [px(n ? parts[n - 1][0] : 0), px(end), py(sums[n][at])].map((v) => v.toFixed(1)));
  const above = (at) => edge(at).map(([from, to, y]) => `L${from} ${y}L${to} ${y}`).join("");
  const below = (at) => edge(at).reverse().map(([from, to, y]) => `L${to} ${y}L${from} ${y}`).join("");
  const areas = strategies.map((_, at) => svg("path", { class: "area a" + at, d: ("M" + above(at + 1).slice(1) + below(at) + "Z") }));
  const grid = [0, 0.5, 1].map((v) => [svg("line", { class: "grid", x1: L, x2: W - R, y1: py(v), y2: py(v) }), svg("text", { x: L - 6, y: py(v) + 3.5, "text-anchor": "end" }, percent(v))]);
  const across = [0, 0.5, 1].map((f) => svg("text", { x: px(wide * f), y: H - 5, "text-anchor": f === 0 ? "start" : f === 1 ? "end" : "middle" }, time(wide * f)));
  const now = parts[parts.length - 1][1];
  return h("figure", { class: "wide" }, h("figcaption", {}, title, h("span", {}, "the rest: others")),
    svg("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": title }, grid, areas, across),
    h("div", { class: "legend" }, strategies.map((name, at) => h("span", {}, h("i", { class: "a" + at }), name, " ", percent(now[at])))));
}

function spark(values) {
  if (values.length < 2) return null;
  const most = Math.max(...values, 1e-9);
  const path = values.map((v, at) => `${at ? "L" : "M"}${((at / (values.length - 1)) * 200).toFixed(1)} ${(34 - (v / most) * 30).toFixed(1)}`).join("");
  return svg("svg", { viewBox: "0 0 200 36", preserveAspectRatio: "none", "aria-hidden": "true" }, svg("path", { class: "line c0", d: path }));
}
const track = (share) =>
  svg("svg", { class: "track", viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": percent(share) },
    svg("rect", { class: "back", width: 100, height: 6 }), svg("rect", { width: Math.max(share * 100, share > 0 ? 0.7 : 0), height: 6 }));

// ---------------------------------------------------------------------------------------------- lists of bugs

const [PAGE, TITLE, SOLVER, VERSION, KIND, GRAVITY, CERTAINTY, STATE, STATE_WORD, THEORY, COUNT, SEEN, SINCE, UNTIL, STRIP] = Array(15).keys();
const FILTERS = [["solver", SOLVER], ["kind", KIND], ["state", STATE_WORD], ["theory", THEORY], ["certainty", CERTAINTY]];
const SETTLED = ["fixed", "duplicate", "invalid", "wont-fix"];
const gravity = (row) => "tag " + (row[GRAVITY] <= 1 ? "g0" : row[GRAVITY] <= 4 ? "g1" : "");
const stateTag = (word, text) =>
  h("span", { class: "tag " + ({ fixed: "good", "came-back": "bad", reported: "warn" }[word] || "") }, text);
const bound = (release) => release.replace("<=", "≤ ").replace(">", "> ");
const letter = (c) => ({ "!": "b", ".": "g" }[c] || "n");
const strip = (letters) => h("span", { class: "strip", "aria-hidden": "true" }, [...letters].map((c) => h("i", { class: letter(c) })));

function bugList(list) {
  let data = list, limit = 150;
  const wanted = new URLSearchParams(location.hash.slice(1));
  const search = h("input", { type: "search", id: "search", placeholder: "Search   /", "aria-label": "search bugs" });
  search.value = wanted.get("q") || "";
  const selects = FILTERS.map(([name]) => h("select", { id: "filter-" + name, "aria-label": name }));
  const summary = h("p", { class: "soft small", role: "status" });
  const rows = h("ol", { class: "bugs" });
  const further = h("button", { type: "button", onclick: () => { limit = Infinity; show(); } }, "show all");

  function options() {
    FILTERS.forEach(([name, column], at) => {
      const values = [...new Set(data.rows.map((row) => row[column]))].sort();
      const chosen = selects[at].value || wanted.get(name) || "";
      if (chosen && !values.includes(chosen)) values.push(chosen);
      selects[at].replaceChildren(h("option", { value: "" }, "any " + name), ...values.map((v) => h("option", { value: v }, v)));
      selects[at].value = chosen;
      selects[at].hidden = values.length < 2 && !chosen;
    });
  }
  function fits(row) {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = [TITLE, SOLVER, VERSION, KIND, STATE, THEORY, PAGE].map((c) => row[c]).join(" ").toLowerCase();
    return FILTERS.every(([, column], at) => !selects[at].value || row[column] === selects[at].value) && words.every((w) => text.includes(w));
  }
  function show() {
    const fitting = data.rows.filter(fits);
    rows.replaceChildren(...fitting.slice(0, limit).map((row) => {
      const meta = [row[SOLVER] + " " + row[VERSION], row[THEORY], many(row[COUNT], "finding")];
      if (row[SEEN] > 1) meta.push(`in ${row[SEEN]} buckets`);
      if (row[SINCE]) meta.push(`bad from ${bound(row[SINCE])}, fixed in ${bound(row[UNTIL])}`);
      return h("li", { class: SETTLED.includes(row[STATE_WORD]) && "settled" },
        h("span", {}, h("span", { class: gravity(row) }, row[KIND])),
        h("a", { class: "what", href: row[PAGE] }, row[TITLE]),
        row[STATE_WORD] === "open" ? h("span") : stateTag(row[STATE_WORD], row[STATE]),
        h("span", { class: "meta" }, meta.join(" · "), " ", row[CERTAINTY] !== "proved" && h("span", { class: "tag" }, row[CERTAINTY]), " ", strip(row[STRIP])));
    }));
    const loading = data.rows.length < data.total ? `, ${count(data.total - data.rows.length)} still to come` : "";
    summary.textContent = fitting.length === data.rows.length ? many(fitting.length, "bug") + loading : `${count(fitting.length)} of ${many(data.rows.length, "bug")}${loading}`;
    further.hidden = fitting.length <= limit;
    const hash = new URLSearchParams();
    FILTERS.forEach(([name], at) => selects[at].value && hash.set(name, selects[at].value));
    if (search.value) hash.set("q", search.value);
    history.replaceState(null, "", hash.size ? "#" + hash : location.pathname + location.search);
  }
  search.addEventListener("input", show);
  selects.forEach((select) => select.addEventListener("change", show));
  window.gainsayMore = (more) => { data.rows.push(...more); options(); show(); };
  (data.more || []).forEach((file) => document.head.append(h("script", { src: file })));
  options();
  show();
  return {
    element: h("section", { "aria-label": "bugs" }, h("div", { class: "controls" }, search, selects), summary, rows, further),
    update(list) {
      const rest = list.more.length ? data.rows.slice(list.rows.length) : [];
      data = { ...list, rows: list.rows.concat(rest) };
      options();
      const focused = document.activeElement && document.activeElement.getAttribute("href");
      show();
      if (focused) for (const a of rows.querySelectorAll("a")) if (a.getAttribute("href") === focused) a.focus();
    },
  };
}

// A comparison of two releases: their bugs, retests, counts in campaigns, and statements of sweeps.
function comparison({ bugs: list, known: facts }) {
  const of = (solver, release) => (facts[solver] || []).find((one) => one.release === release) || { campaigns: [], sweeps: [], retests: {} };
  const releases = (solver) => {
    const tried = list.releases[solver] || [];
    const more = (facts[solver] || []).map((one) => one.release).filter((release) => !tried.includes(release));
    return tried.concat(more).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  };
  const solvers = [...new Set([...Object.keys(list.releases), ...Object.keys(facts)])].sort().filter((solver) => releases(solver).length > 1);
  if (solvers.length === 0) return null;
  const pick = (name) => h("select", { "aria-label": name });
  const [solver, one, other] = ["solver", "one release", "another release"].map(pick);
  const result = h("div", {});
  const option = (text) => h("option", { value: text }, text);
  const groups = [["!.", "fixed: wrong before, right after"], [".!", "new: right before, wrong after"], ["!!", "wrong in both"], ["..", "right in both"]];
  const did = ([name, page, what]) => {
    const answers = Object.entries(what.answers || {}), all = answers.reduce((sum, [, n]) => sum + n, 0) || 1;
    return h("div", {}, h("a", { href: page }, name), ` ${many(what.tests, "test")}, ${what.rate.toFixed(1)}/s; `, answers.map(([word, n]) => `${word} ${percent(n / all)}`).join(", "));
  };
  const said = ([name, page, text]) => h("div", {}, h("a", { href: page }, name), " ", unmarked(text));
  function show() {
    const chosen = [one.value, other.value];
    const own = list.rows.filter((row) => row[SOLVER] === solver.value);
    const letters = (row) => chosen.map((release) => row[STRIP][(list.releases[solver.value] || []).indexOf(release)] || "_");
    const having = (at, letter) => own.filter((row) => letters(row)[at] === letter).length;
    const both = (text) => [0, 1].map((at) => text(of(solver.value, chosen[at]), at));
    const fates = (known) => Object.entries(known.retests).map(([fate, n]) => `${n} ${fate}`).join(", ");
    const lines = [
      ["bugs that it is known to have", ...both((_, at) => count(having(at, "!")))],
      ["bugs that it is known not to have", ...both((_, at) => count(having(at, ".")))],
      ["asked again", ...both(fates)],
      ["campaigns", ...both((known) => known.campaigns.map(did))],
      ["all small formulas", ...both((known) => known.sweeps.map(said))],
    ].filter(([, ...cells]) => cells.some((cell) => cell.length > 0));
    const pairs = groups.map(([pair, name]) => [name, own.filter((row) => letters(row).join("") === pair)]);
    const told = pairs.reduce((sum, [, rows]) => sum + rows.length, 0);
    result.replaceChildren(
      h("div", { class: "pair" }, table([[""], ...chosen.map((release) => [`${solver.value} ${release}`])], lines.map(([name, ...cells]) => [h("span", { class: "soft" }, name), ...cells.map((cell) => (cell.length ? cell : "–"))]))),
      ...pairs.filter(([, rows]) => rows.length).map(([name, rows]) => h("div", {}, h("h3", {}, `${name} (${rows.length})`),
        h("ul", {}, rows.slice(0, 50).map((row) => h("li", {}, h("a", { href: row[PAGE] }, row[TITLE]), " ", h("span", { class: "soft small" }, row[KIND])))))),
      h("p", { class: "soft small" }, `${count(own.length - told)} of ${many(own.length, "bug")} were not tried with both, or gave no answer that tells.`));
  }
  function choose() {
    const all = releases(solver.value);
    [one, other].forEach((select) => select.replaceChildren(...all.map(option)));
    // By default compares the release with the most known bugs with the newest.
    const wrong = (release) => list.rows.filter((row) => row[SOLVER] === solver.value && row[STRIP][(list.releases[solver.value] || []).indexOf(release)] === "!").length;
    one.value = all.slice(0, -1).reduce((best, release) => (wrong(release) > wrong(best) ? release : best));
    other.value = all[all.length - 1];
    show();
  }
  solver.replaceChildren(...solvers.map(option));
  solver.addEventListener("change", choose);
  [one, other].forEach((select) => select.addEventListener("change", show));
  choose();
  return h("details", { class: "section", id: "compare" }, h("summary", {}, "Two releases compared"), h("div", { class: "controls" }, solver, one, other), result);
}

// ---------------------------------------------------------------------------------------------- views

// A page written as a file does not know whether a campaign is still running.
const course = (running) => (!running ? "ended" : isLive ? "running" : "was running");
let isLive = false;
const KINDS = { campaign: "Campaigns", docket: "Dockets", evolution: "Slow instead of wrong", sweep: "All small formulas", bugs: "Folders of bugs" };

function card(source) {
  const c = source.campaign;
  return h("a", { class: "card", href: source.page },
    h("div", { class: "top" }, h("strong", {}, source.name), c && h("span", { class: "tag " + (c.running ? "good" : "") }, course(c.running))),
    h("div", { class: "small" }, h("span", { class: "number" }, many(source.bugs, "bug")), source.kind === "docket" && `, ${count(source.open)} open`,
      c && h("span", { class: "soft number" }, ` · ${count(c.tests)} tests · ${c.rate.toFixed(0)}/s · ${time(c.seconds)}`)),
    c && h("div", { class: "soft small" }, c.solvers.join(", ")),
    c && spark(c.rates));
}
function cards(sources) {
  return Object.entries(KINDS).map(([kind, title]) => {
    const own = sources.filter((source) => source.kind === kind);
    return own.length > 0 && h("section", {}, h("h2", {}, title), h("div", { class: "cards" }, own.map(card)));
  });
}

function home(data) {
  const top = h("div", {}, cards(data.sources));
  const list = bugList(data.bugs);
  const compare = h("div", {}, comparison(data));
  return {
    element: [h("h1", {}, "What was found"), top, h("h2", {}, "Bugs, gravest first"), list.element, compare],
    update(data) { top.replaceChildren(...cards(data.sources).filter(Boolean)); list.update(data.bugs); },
  };
}

const fact = (value, name) => h("div", { class: "fact" }, h("b", {}, value), h("span", {}, name));
const table = (heads, rows) =>
  h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map(([name, number]) => h("th", { class: number && "number", scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, at) => h("td", { class: heads[at][1] && "number" }, cell)))))));

function campaignBody(d) {
  const s = d.short;
  const last = (points, text) => (points.length ? text(points[points.length - 1][1]) : "");
  const outcomes = [...new Set(Object.values(d.answers).flatMap((by) => Object.keys(by)))].sort();
  const spent = d.strategies.reduce((sum, row) => sum + row[3], 0) || 1;
  const cost = d.arms.reduce((sum, arm) => sum + arm[3], 0) || 1;
  return [
    h("div", { class: "facts" },
      fact(s.rate.toFixed(1), s.running ? "tests a second, now" : "tests a second"), fact(count(s.tests), "tests"), fact(count(s.findings), "findings"),
      fact(percent(s.in_solvers), "of the time in solvers"), fact(percent(s.answers ? s.timeouts / s.answers : 0), "of answers timed out"),
      fact(time(s.seconds), "of hunting"), s.alarms > 0 && fact(count(s.alarms), "alarms against ourselves")),
    h("div", { class: "plots" },
      plot("Tests a second", [{ name: "tests", points: d.rate }], count, last(d.rate, (v) => v.toFixed(1)), s.seconds),
      plot("Different bugs", [{ name: "bugs", points: d.bugs, steps: true }, { name: "notes", points: d.notes, steps: true }], count, last(d.bugs, (v) => many(v, "bug")) || "no bug", s.seconds),
      plot("Shares", [{ name: "of time in solvers", points: d.in_solvers }, { name: "of answers timed out", points: d.timeouts }], percent, last(d.in_solvers, percent), s.seconds),
      d.coverage.length > 0 && plot(`Code reached, ${d.counted}`, d.coverage.map((one) => ({ ...one, steps: true })), count, last(d.coverage[0].points, count), s.seconds)),
    h("h2", {}, "Answers by solver"),
    table([["solver"], ...outcomes.map((o) => [o, true])], Object.entries(d.answers).map(([solver, by]) => [solver, ...outcomes.map((o) => (by[o] ? count(by[o]) : ""))])),
    h("details", {}, h("summary", {}, "Answers by strategy"),
      table([["strategy"], ["solver"], ...outcomes.map((o) => [o, true])], d.by_strategy.map(([strategy, solver, by]) => [strategy, solver, ...outcomes.map((o) => (by[o] ? count(by[o]) : ""))]))),
    h("h2", {}, "Strategies"),
    table([["strategy"], ["tests", true], ["findings", true], ["time", true], [`of the last ${d.recent} turns`, true], ["share of time"]],
      [...d.strategies].sort((a, b) => b[3] - a[3]).map(([name, tests, findings, seconds, recent]) => [name, count(tests), count(findings), time(seconds), recent || "", track(seconds / spent)])),
    shares("What the scheduler gives time to", d.weights),
    h("details", {}, h("summary", {}, "What the scheduler learned, arm by arm"),
      table([["strategy"], ["size"], ["turns", true], ["time", true], ["reward", true], ["an hour", true], ["share of time"]],
        d.arms.map(([name, size, turns, seconds, reward]) => [name, size || "", count(turns), time(seconds), reward.toFixed(1), seconds ? ((reward * 3600) / seconds).toFixed(0) : "", track(seconds / cost)]))),
    h("details", {}, h("summary", {}, "Settings"),
      h("dl", { class: "table" }, [["random seed", s.seed], ["solvers", s.solvers.join(", ")], ["strategies", d.setup.strategies.join(", ") || "all"], ["schedule", d.setup.schedule],
        ["time for a question", d.setup.timeout + " s"], ["memory", d.setup.memory + " MB"], ["seeds", d.setup.seeds.join(", ") || "built in"], ["gainsay", d.setup.version],
        ["began", s.began ? date(s.began) + " UTC" : "?"], ["suspicions dismissed", count(d.dismissed)], ["held back", count(d.held_back)]]
        .map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]))),
  ];
}
function keepOpen(element, make) {
  const open = [...element.querySelectorAll("details")].map((one) => one.open);
  element.replaceChildren(...make().flat(Infinity).filter(Boolean));
  [...element.querySelectorAll("details")].forEach((one, at) => { if (open[at] !== undefined) one.open = open[at]; });
}
function campaign(data) {
  const tag = h("span", { class: "tag" });
  const body = h("div", {});
  const list = bugList(data.bugs);
  const show = (data) => {
    tag.className = "tag " + (data.data.short.running ? "good" : "");
    tag.textContent = course(data.data.short.running);
    keepOpen(body, () => campaignBody(data.data));
  };
  show(data);
  return {
    element: [h("h1", {}, data.name, " ", tag), body, h("h2", {}, "Bugs, gravest first"), list.element],
    update(data) { show(data); list.update(data.bugs); },
  };
}

function docketBody(data) {
  const pages = new Map(data.bugs.rows.map((row) => [row[PAGE].replace(/^s\d+\./, "").replace(/\.html$/, ""), row]));
  const name = (bug) => (pages.has(bug) ? h("a", { href: pages.get(bug)[PAGE] }, bug) : bug);
  return data.data.advisories.map(({ solver, releases, advisories }) => h("details", { class: "section" },
    h("summary", {}, `${solver}: what its releases get wrong`),
    table([["release"], ["known bugs", true], ["which"]], releases.map(([release, bugs]) =>
      [release, bugs.length, bugs.length > 8 ? `${bugs.length} of them` : bugs.map((bug, at) => [at ? ", " : "", name(bug)])])),
    h("h3", {}, "Advisories"),
    table([["bug"], ["bad"], ["fixed in"], ["operators"], ["right with"], ["example"]], advisories.map((one) =>
      [name(one.bug), one.oldest_bad === one.newest_bad ? one.oldest_bad : `${one.oldest_bad} to ${one.newest_bad}`, one.fixed_in || "not known",
        one.operators.join(" "), one.correct_with.map((set) => set.join(" ")).join(" or "), h("code", {}, one.example)]))));
}
function docket(data) {
  const list = bugList(data.bugs);
  const body = h("div", {}, docketBody(data));
  const compare = h("div", {}, comparison(data));
  return {
    element: [h("h1", {}, data.name), h("p", { class: "soft" }, "Bugs across campaigns, and what became of them."), list.element, compare, body],
    update(data) { list.update(data.bugs); keepOpen(body, () => docketBody(data)); },
  };
}

const unmarked = (line) => line.replace(/\\([\\`*_[\]<>|&~#+=-])/g, "$1").replace(/`([^`]*)`/g, "$1").replace(/\*\*/g, "");
// Renders a report in Markdown, as far as reports use it: headings, lists, tables and code blocks; all else is
// text.
function report(text, images) {
  const out = [];
  const lines = text.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const fence = line.match(/^(`{3,})/);
    const picture = line.match(/^!\[[^\]]*\]\(([\w.-]+)\)$/);
    const image = picture && (images || []).find((one) => one.endsWith("/" + picture[1]));
    if (image) out.push(figures([image]));
    else if (fence) {
      const end = lines.indexOf(fence[1], at + 1);
      const stop = end < 0 ? lines.length : end;
      out.push(code(lines.slice(at + 1, stop).join("\n"), "script"));
      at = stop;
    } else if (line.startsWith("|")) {
      const rows = [];
      for (; at < lines.length && lines[at].startsWith("|"); at++) if (!/^\|[-| ]+$/.test(lines[at])) rows.push(lines[at].split(/(?<!\\)\|/).slice(1, -1).map((cell) => unmarked(cell.trim())));
      at--;
      out.push(table(rows[0].map((name) => [name]), rows.slice(1)));
    } else if (/^#+ /.test(line)) out.push(h(line.startsWith("# ") ? "h2" : "h3", {}, unmarked(line.replace(/^#+ /, ""))));
    else if (line.startsWith("- ")) out.push(h("p", { class: "small" }, "· ", unmarked(line.slice(2))));
    else if (line.trim()) out.push(h("p", {}, unmarked(line)));
  }
  return out;
}
const figures = (images) => h("div", { class: "plots" }, images.map((image) => h("figure", {}, h("img", { src: image, alt: image.replace(/^.*\/|\.svg$/g, ""), loading: "lazy" }))));
function evolution(data) {
  const growth = (images, at) => figures(images.filter((image) => image.includes(`/defect-${at + 1}-`)));
  const make = ({ data: { text, images, defects } }) => [report(text, images), defects.map((text, at) =>
    h("details", { class: "section", open: true }, h("summary", {}, text.split("\n")[0].replace(/^# /, "")), growth(images, at), report(text.split("\n").slice(1).join("\n"))))];
  const body = h("div", {}, make(data));
  return { element: [h("h1", {}, data.name), body], update: (data) => keepOpen(body, () => make(data)) };
}
function sweep(data) {
  const body = h("div", {}, report(data.data.text));
  const list = bugList(data.bugs);
  return {
    element: [h("h1", {}, data.name), body, h("div", {}, data.bugs.total > 0 && [h("h2", {}, "Bugs, gravest first"), list.element])],
    update(data) { keepOpen(body, () => report(data.data.text)); list.update(data.bugs); },
  };
}
function bugs(data) {
  const list = bugList(data.bugs);
  return { element: [h("h1", {}, data.name), list.element], update: (data) => list.update(data.bugs) };
}

// ---------------------------------------------------------------------------------------------- one bug

function tree(valued, depth) {
  const mark = valued.value === "false" ? "false" : valued.value === "true" ? "true" : "value";
  const line = [h("span", {}, valued.term), " ", h("b", { class: mark }, "= ", valued.value)];
  const inner = valued.arguments || [];
  if (inner.length === 0) return h("li", { class: "leaf" }, line);
  return h("li", {}, h("details", { open: depth < 3 }, h("summary", {}, line), h("ul", {}, inner.map((one) => tree(one, depth + 1)))));
}
const trees = (values) => values.length > 0 && h("ul", { class: "tree" }, values.map((one) => tree(one, 0)));

function bugBody(b) {
  const row = b.row, life = b.life, evidence = b.evidence;
  const section = (title, ...content) => (content.flat(Infinity).some(Boolean) ? [h("h2", {}, title), content] : []);
  const letters = { "!": ["b", "wrong"], ".": ["g", "right"], "_": ["n", "not tried"], x: ["n", "not installable"], "-": ["n", "rejected it"], "?": ["n", "undecided"] };
  const marks = { b: "!", g: "✓", n: "·" };
  const why = [h("p", { class: "lead" }, b.why.charAt(0).toUpperCase() + b.why.slice(1), "."), b.signature && code(b.signature, "signature", true)];
  if (b.under_wrong.length) why.push(h("p", {}, "Under its own model, an assertion is false:"), trees(b.under_wrong), h("details", {}, h("summary", {}, "the wrong model"), code(b.model, "the wrong model")));
  else if (b.lines.length) why.push(h("pre", {}, b.lines.join("\n")));
  const known = {
    witness: (evidence.model || "").trim() ? "Under the model below, every assertion is true." : "There are no free symbols, and every assertion is true.",
    derived: `The script is ${evidence.answer} by construction, step by step from seeds whose answer is known.`,
  }[evidence.kind];
  const origin = b.origin;
  return [
    h("h1", {}, b.title),
    h("p", {}, h("span", { class: gravity(row) }, row[KIND]), " ", h("span", { class: "tag" }, row[CERTAINTY]), " ", stateTag(row[STATE_WORD], row[STATE]), " ",
      h("span", { class: "soft small" }, [row[THEORY], many(b.count, "finding")].join(" · "))),
    life && life.link && h("p", {}, "Reported: ", link(life.link)),
    life && life.resembles.map((other) => h("p", { class: "small" }, "Maybe the same as ", other.issue, ": ", other.title, " ", other.link && link(other.link), h("span", { class: "soft" }, " (" + other.why + ")"))),
    h("dl", { class: "table" }, [["expected", b.expected], ["actual", b.actual], ["logic", b.logic], ["build", b.program.build], ["platform", b.program.platform],
      b.correct_with.length > 0 && ["correct with", b.correct_with.map((set) => set.join(" ")).join(", or ")]].filter((pair) => pair && pair[1]).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
    section("Script", code(b.script, "script")),
    section("Why this is wrong", why, known && h("p", {}, known), (evidence.model || "").trim() && h("details", {}, h("summary", {}, "the witness, and what it makes of each assertion"), code(evidence.model, "witness"), trees(b.under_right)),
      evidence.seeds.length > 0 && h("p", { class: "small soft" }, "From ", evidence.seeds.join(", ")), evidence.rules.length > 0 && h("p", { class: "small soft" }, "By ", evidence.rules.join(", "))),
    section("What others say", b.others.length > 0 && table([["solver"], ["answer"]], b.others.map((one) => [one.solver, one.answer]))),
    section("Releases", b.releases.length > 0 && h("div", { class: "strip large", role: "list" }, b.releases.map(([release, c, said]) => {
      const [name, words] = letters[c] || letters["_"];
      return h("span", { role: "listitem", title: `${release}: ${words}${said ? ", " + said.split("\n")[0] : ""}`, "aria-label": `${release}: ${words}` }, h("i", { class: name }, marks[name]), release);
    })), b.story.map((line) => h("p", { class: "small" }, line))),
    section("See it again", h("div", { class: "commands" }, b.commands.map(([what, command]) => h("div", { class: "command" }, h("code", {}, command), h("span", {}, what), copyButton(command, command))))),
    section("How it was made", origin.strategy && h("p", {}, "By the strategy ", h("strong", {}, origin.strategy), origin.seeds.length > 0 && [", from ", origin.seeds.join(" and ")],
      origin.steps.length < origin.all_steps && `; ${origin.steps.length} of its ${origin.all_steps} steps are needed`, "."),
      origin.steps.length > 0 && h("ol", {}, origin.steps.map((step) => h("li", {}, step.rule, step.at && [": ", h("code", {}, step.at)]))),
      b.diff && h("details", { open: true }, h("summary", {}, "the difference to the seed"), h("pre", { tabindex: "0" }, b.diff.map((one) => h("span", { class: one.in }, { both: "  ", old: "- ", new: "+ " }[one.in] + one.line + "\n"))))),
    section("What it prints", b.output.trim() && h("details", {}, h("summary", {}, "output"), code(b.output, "output", true))),
    life && section("Its life", h("ol", { class: "history" },
      life.events.map((event) => h("li", {}, stateTag(stateWord(event.state), event.state), " ", h("span", { class: "soft small" }, `${event.when}, ${event.who}`), event.why && h("div", { class: "small" }, event.why))),
      Object.entries(life.retests).map(([solver, told]) => h("li", {}, h("span", { class: "tag " + ({ fixed: "good", "still there": "bad" }[told.fate] || "warn") }, told.fate), " ", solver, " ", h("span", { class: "soft small" }, told.when))))),
    life && life.sightings.length > 0 && section("Where it was seen", table([["campaign"], ["finding", true], ["solver"], ["findings", true], ["taken for this one because"]], life.sightings.map((one) => [one.campaign, one.finding, one.solver, one.count, one.why]))),
    section("Files", h("div", { class: "files" }, b.files.map(([name, bytes]) => h("span", {}, h("a", { href: b.base + encodeURIComponent(name), download: name }, name), " ", h("span", { class: "soft small" }, size(bytes)))))),
  ];
}
const stateWord = (text) => (text.startsWith("came back") ? "came-back" : text.split(" ")[0]);
function bug(data) {
  const body = h("article", {});
  const show = (data) => keepOpen(body, () => bugBody(data.bug));
  show(data);
  return { element: [h("p", { class: "small" }, h("a", { href: data.from.page }, "← " + data.from.name)), body], update: show };
}

// ---------------------------------------------------------------------------------------------- the page

const VIEWS = { home, campaign, docket, evolution, sweep, bugs, bug };
const own = location.pathname.split("/").pop() || "index.html";

function start() {
  const data = JSON.parse(document.getElementById("data").textContent);
  isLive = data.live;
  const view = VIEWS[data.view](data);
  const live = h("span", { class: "live", role: "status" }, data.live ? "live" : "");
  live.hidden = !data.live;
  const nav = (data.sources || []).slice(0, 8).map((source) => h("a", { href: source.page, "aria-current": source.page === own && "page" }, source.name));
  const help = h("dialog", { "aria-label": "keys" }, h("h3", {}, "Keys"), [["/", "search"], ["j  k", "next and previous bug"], ["Enter", "open it"], ["h", "first page"], ["?", "this"]].map(([key, what]) => h("p", {}, h("kbd", {}, key), "  ", what)), h("button", { type: "button", onclick: () => help.close() }, "close"));
  document.body.append(
    h("header", {}, h("a", { class: "name", href: "index.html" }, "gainsay"), h("nav", { "aria-label": "sources" }, nav), live),
    h("main", {}, view.element),
    h("footer", {}, "Made by gainsay. Press ", h("kbd", {}, "?"), " for keys."), help);
  keys(help);
  if (data.live) watch(view, live, JSON.stringify(data));
}

function keys(help) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement.tagName);
    if (typing) { if (event.key === "Escape") document.activeElement.blur(); return; }
    const links = [...document.querySelectorAll("ol.bugs a")];
    const at = links.indexOf(document.activeElement);
    const act = {
      "/": () => document.getElementById("search")?.focus(),
      j: () => links[Math.min(at + 1, links.length - 1)]?.focus(),
      k: () => links[Math.max(at - 1, 0)]?.focus(),
      h: () => (location.href = "index.html"),
      "?": () => help.showModal(),
    }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
}

// Polls every two seconds, and shows what has changed.
function watch(view, live, before) {
  const file = own.replace(/\.html$/, ".json");
  let tag = "";
  async function ask() {
    try {
      const answer = await fetch(file, { headers: tag ? { "If-None-Match": tag } : {}, cache: "no-store" });
      if (answer.status === 200) {
        tag = answer.headers.get("ETag") || "";
        const text = await answer.text();
        const data = JSON.parse(text);
        if (JSON.stringify(data) !== before) { before = JSON.stringify(data); view.update(data); document.body.dataset.updates = Number(document.body.dataset.updates || 0) + 1; }
      }
      live.className = "live on";
      live.textContent = "live";
    } catch (_) {
      live.className = "live off";
      live.textContent = "the server does not answer";
    }
    setTimeout(ask, document.hidden ? 10000 : 2000);
  }
  setTimeout(ask, 1000);
}

start();
