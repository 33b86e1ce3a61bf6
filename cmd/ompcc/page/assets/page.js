// The report's page: panes of text whose lines correspond by places of the source. All state is in "state"; render()
// and paint() bring the document to it. Panes draw only the rows that can be seen, whatever the size of their texts.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const live = document.documentElement.hasAttribute("data-live");
const rowHeight = 20, overscan = 12, filePlaces = 1 << 20;
const colours = " ktfvnscpl";

// h makes an element; attributes that are functions are handlers.
function h(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (typeof v === "function") e.addEventListener(k, v);
    else if (v === true) e.setAttribute(k, "");
    else if (v !== false && v !== null && v !== undefined) e.setAttribute(k, v);
  }
  e.append(...children.flat().filter(c => c !== null && c !== undefined && c !== false));
  return e;
}

// Storage is missing where a browser allows none for files.
function stored(storage, key) { try { return window[storage].getItem(key); } catch { return null; } }
function store(storage, key, value) { try { window[storage].setItem(key, value); } catch { /* not kept */ } }

const state = {
  source: 0, file: 0, region: -1, target: 0, at: 0, hover: 0,
  cursor: { pane: "source", line: -1 },
  panes: { region: false, llvm: innerWidth >= 1500, optimised: false, assembly: true, host: false },
  minor: false, query: "", theme: stored("localStorage", "ompcc-theme") || "auto", details: 300, shares: {},
};

const source = () => data.sources[state.source] || { name: data.title, files: [], regions: [], targets: [] };
const target = () => source().targets[Math.min(state.target, source().targets.length - 1)];
const fileOf = at => Math.floor(at / filePlaces), lineOf = at => at % filePlaces;

// ---- texts

// plain is a line without its marks of colour, pieces are its parts as [colour, text].
const plain = line => line.replace(/[\uE000-\uE00F]/g, "");
function pieces(line) {
  const out = [];
  let colour = 0, from = 0;
  for (let i = 0; i <= line.length; i++) {
    const c = line.charCodeAt(i);
    if (i < line.length && (c < 0xE000 || c > 0xE00F)) continue;
    if (i > from) out.push([colour, line.slice(from, i)]);
    colour = c - 0xE000;
    from = i + 1;
  }
  return out;
}

// coloured are the nodes of a line, with what the search finds marked.
function coloured(line) {
  const parts = pieces(line), query = state.query.toLowerCase();
  const nodes = [];
  const put = (colour, text, marked) => {
    const inner = marked ? h("mark", null, text) : text;
    nodes.push(colour > 0 ? h("span", { class: "c-" + colours[colour] }, inner) : inner);
  };
  const hits = [];
  if (query) {
    const text = plain(line).toLowerCase();
    for (let i = text.indexOf(query); i >= 0; i = text.indexOf(query, i + query.length)) hits.push(i);
  }
  let at = 0;
  for (const [colour, text] of parts) {
    let from = 0;
    for (const hit of hits) {
      const start = Math.max(hit - at, from), end = Math.min(hit + query.length - at, text.length);
      if (start >= end) continue;
      if (start > from) put(colour, text.slice(from, start), false);
      put(colour, text.slice(start, end), true);
      from = end;
    }
    if (from < text.length) put(colour, text.slice(from), false);
    at += text.length;
  }
  return nodes;
}

// hue is the colour of a place's bar.
const hue = at => (lineOf(at) * 67 + fileOf(at) * 131) % 360;

// ---- panes

class Pane {
  constructor(id, name) {
    this.id = id;
    this.name = name;
    this.lines = [];
    this.places = [];
    this.rows = [];       // indexes of the lines that are shown
    this.rowOf = new Map();
    this.minorLines = null;
    this.pieces = [];
    this.window = h("div", { class: "window" });
    this.space = h("div", { class: "space" }, this.window);
    this.code = h("div", { class: "code", tabindex: "0", role: "region", "aria-label": name, "data-pane": id }, this.space);
    this.title = h("span", { class: "pane-name" }, name);
    this.note = h("span", { class: "pane-note" });
    this.extra = h("span", { class: "pane-extra" });
    this.element = h("section", { class: "pane", "data-pane": id }, h("header", null, this.title, this.note, this.extra), this.code);
    this.code.addEventListener("scroll", () => this.draw(), { passive: true });
    this.code.addEventListener("mousemove", e => hoverAt(this.placeOf(e)));
    this.code.addEventListener("mouseleave", () => hoverAt(0));
    this.code.addEventListener("click", e => {
      const line = this.lineOf(e);
      if (line >= 0 && !String(getSelection())) choose(this, line);
    });
    this.code.addEventListener("focus", () => { state.cursor.pane = id; });
    new ResizeObserver(() => this.draw()).observe(this.code);
  }

  // set gives the pane a text.
  set(text) {
    this.lines = text ? text.lines : [];
    this.places = text ? text.at : [];
    this.pieces = text && text.pieces || [];
    this.minorLines = text && text.minor && text.minor.length ? new Set(text.minor) : null;
    this.problem = text && text.problem;
    this.byPlace = new Map();
    this.places.forEach((at, i) => {
      if (at) (this.byPlace.get(at) || this.byPlace.set(at, []).get(at)).push(i);
    });
    this.filter();
  }

  filter() {
    this.rows = [];
    this.rowOf.clear();
    let width = 0;
    for (let i = 0; i < this.lines.length; i++) {
      if (this.minorLines && !state.minor && this.minorLines.has(i)) continue;
      this.rowOf.set(i, this.rows.length);
      this.rows.push(i);
      width = Math.max(width, this.lines[i].length);
    }
    this.space.style.height = this.rows.length * rowHeight + "px";
    this.space.style.minWidth = `calc(${Math.min(width, 2000) + 2}ch + 4.5em)`;
    this.note.textContent = this.problem ? "" : this.rows.length + (this.rows.length === 1 ? " line" : " lines");
    this.extra.replaceChildren();
    if (this.minorLines) {
      this.extra.append(h("button", { class: "small", "aria-pressed": String(state.minor), title: "Show directives, comments and metadata", click: () => { state.minor = !state.minor; filterPanes(); } }, "Directives"));
    }
    this.code.classList.toggle("problem", !!this.problem);
    this.draw(true);
  }

  lineOf(event) {
    const row = event.target.closest(".row");
    return row ? Number(row.dataset.line) : -1;
  }
  placeOf(event) {
    const line = this.lineOf(event);
    return line < 0 ? 0 : this.places[line] || 0;
  }

  // draw puts the rows into the document that the pane's window shows.
  draw(anew) {
    if (this.problem) {
      this.window.replaceChildren(h("pre", { class: "problem-text" }, this.problem));
      return;
    }
    const first = Math.max(0, Math.floor(this.code.scrollTop / rowHeight) - overscan);
    const count = Math.ceil(this.code.clientHeight / rowHeight) + 2 * overscan;
    const last = Math.min(this.rows.length, first + count);
    if (!anew && this.drawn && this.drawn[0] === first && this.drawn[1] === last) return;
    this.drawn = [first, last];
    this.window.style.transform = `translateY(${first * rowHeight}px)`;
    const rows = [];
    for (let r = first; r < last; r++) rows.push(this.row(this.rows[r]));
    this.window.replaceChildren(...rows);
    this.paint();
  }

  row(i) {
    return h("div", { class: "row", "data-line": i }, h("span", { class: "number" }, String(i + 1)), h("span", { class: "text" }, coloured(this.lines[i])));
  }

  // paint marks the rows that correspond to the chosen place and the one under the pointer.
  paint() {
    const mine = this.pieces.filter(p => p[0] === state.region);
    for (const row of this.window.children) {
      const i = Number(row.dataset.line), at = this.places[i] || 0;
      const c = row.classList;
      const mapped = at > 0 && (this.id === "source" ? mappedPlaces().has(at) : true);
      c.toggle("mapped", mapped);
      if (mapped) row.style.setProperty("--hue", hue(at));
      c.toggle("chosen", at > 0 && at === state.at);
      c.toggle("hover", at > 0 && at === state.hover && at !== state.at);
      c.toggle("cursor", state.cursor.pane === this.id && state.cursor.line === i);
      c.toggle("mine", mine.some(p => i >= p[1] && i < p[2]));
      this.mark(row, i, at);
    }
  }
  mark() {}

  // show scrolls to a line; lazily: only if it cannot be seen.
  show(line, lazily) {
    const row = this.rowOf.get(line);
    if (row === undefined) return;
    const top = row * rowHeight, height = this.code.clientHeight;
    if (lazily && top >= this.code.scrollTop + rowHeight && top < this.code.scrollTop + height - 2 * rowHeight) return;
    this.code.scrollTop = Math.max(0, top - height / 3);
    this.draw();
  }

  // showPlace scrolls to the first line of a place, in the chosen region if it has one.
  showPlace(at) {
    const lines = (this.byPlace.get(at) || []).filter(i => this.rowOf.has(i));
    if (!lines.length) return;
    const mine = this.pieces.filter(p => p[0] === state.region);
    const line = lines.find(i => mine.some(p => i >= p[1] && i < p[2]));
    this.show(line === undefined ? lines[0] : line, true);
  }
}

// SourcePane marks regions and messages, too.
class SourcePane extends Pane {
  setFile() {
    const file = source().files[state.file];
    this.title.textContent = file ? file.name : "Source";
    this.set(file && { lines: file.lines, at: file.lines.map((_, i) => state.file * filePlaces + i + 1) });
  }
  mark(row, i, at) {
    const c = row.classList;
    const region = regionOf(at);
    c.toggle("in-region", region >= 0);
    c.toggle("mine", region >= 0 && inside(state.region, at));
    c.toggle("region-start", region >= 0 && source().regions[region].at === at);
    const worst = messagesAt(at);
    c.toggle("error", worst === "error");
    c.toggle("warning", worst === "warning");
  }
}

const panes = { source: new SourcePane("source", "Source") };
for (const [id, name] of [["region", "Region IR"], ["llvm", "LLVM IR"], ["optimised", "Optimised IR"], ["assembly", "Assembly"], ["host", "Host C"]]) panes[id] = new Pane(id, name);
const shown = () => ["source", ...Object.keys(state.panes).filter(id => state.panes[id] && textOf(id))].map(id => panes[id]);

// textOf is the text of a pane in the chosen source and target.
function textOf(id) {
  if (id === "host") return source().host;
  return target() && target().panes.find(p => p.id === id && (p.lines.length > 1 || p.problem));
}

function filterPanes() { for (const p of shown()) p.filter(); }

// mappedPlaces are those to which device code belongs.
let mapped = null;
function mappedPlaces() {
  if (!mapped) {
    mapped = new Set();
    for (const p of target() ? target().panes : []) for (const at of p.at) mapped.add(at);
  }
  return mapped;
}

function messagesAt(at) {
  let worst = "";
  for (const m of data.messages) {
    if (m.source === state.source && m.at === at && (worst === "" || m.severity === "error")) worst = m.severity;
  }
  return worst;
}

// ---- regions

const inside = (region, at) => {
  const r = source().regions[region];
  return !!r && at >= r.at && at <= r.end;
};

// regionOf is the innermost region around a place.
function regionOf(at) {
  let found = -1;
  source().regions.forEach((r, i) => {
    if (at >= r.at && at <= r.end && (found < 0 || r.end - r.at <= source().regions[found].end - source().regions[found].at)) found = i;
  });
  return found;
}

function chooseRegion(i, keep) {
  const r = source().regions[i];
  if (!r) return;
  state.region = i;
  if (!keep) {
    setFileOf(r.at);
    state.at = r.at;
    state.cursor = { pane: "source", line: lineOf(r.at) - 1 };
    panes.source.show(lineOf(r.at) - 1, true);
    for (const p of shown()) {
      if (p.id === "source") continue;
      const piece = p.pieces.find(x => x[0] === i);
      if (piece) p.show(piece[1]);
      else p.showPlace(r.at);
    }
  }
  renderRegions();
  renderDetails();
  paint();
  remember();
}

function setFileOf(at) {
  if (at && fileOf(at) !== state.file) {
    state.file = fileOf(at);
    panes.source.setFile();
    renderHeader();
  }
}

// choose takes a line of a pane: what corresponds to it is marked everywhere, and scrolled to in the other panes.
function choose(pane, line) {
  state.cursor = { pane: pane.id, line };
  const at = pane.places[line] || 0;
  let region = regionOf(at);
  const piece = pane.pieces.find(p => line >= p[1] && line < p[2]);
  if (piece) region = piece[0];
  state.at = at;
  if (region >= 0 && region !== state.region) chooseRegion(region, true);
  if (at) {
    if (pane.id !== "source") {
      setFileOf(at);
      panes.source.show(lineOf(at) - 1, true);
    }
    for (const p of shown()) if (p !== pane && p.id !== "source") p.showPlace(at);
  }
  pane.show(line, true);
  paint();
  remember();
}

function hoverAt(at) {
  if (at === state.hover) return;
  state.hover = at;
  paint();
}

function paint() { for (const p of shown()) p.paint(); }

// ---- the parts of the page

const header = h("header", { class: "top" });
const regionList = h("nav", { class: "regions", "aria-label": "Constructs" });
const paneRow = h("div", { class: "panes" });
const details = h("section", { class: "details", "aria-label": "The chosen construct", tabindex: "0" });
const splitter = h("div", { class: "splitter", role: "separator", "aria-orientation": "horizontal", "aria-label": "Height of the details" });
const results = h("div", { class: "results", role: "listbox", "aria-label": "Found", hidden: true });
const search = h("input", { type: "search", class: "search", placeholder: "Search all texts", "aria-label": "Search all texts", autocomplete: "off", spellcheck: "false" });
const help = h("dialog", { class: "help", "aria-label": "Keys" });

function renderHeader() {
  const s = source();
  const choices = [];
  if (data.sources.length > 1) {
    choices.push(h("select", { "aria-label": "Source", class: "source-choice", change: e => chooseSource(Number(e.target.value)) },
      data.sources.map((x, i) => h("option", { value: i, selected: i === state.source }, x.name))));
  } else {
    choices.push(h("span", { class: "source-name" }, s.name));
  }
  if (s.files.length > 1) {
    choices.push(h("select", { "aria-label": "File", class: "file-choice", change: e => { setFileOf(Number(e.target.value) * filePlaces); panes.source.draw(true); } },
      s.files.map((f, i) => h("option", { value: i, selected: i === state.file }, f.name))));
  }
  const targets = s.targets.length ? h("div", { class: "group", role: "group", "aria-label": "Target" },
    s.targets.map((t, i) => h("button", { "aria-pressed": String(i === state.target), title: "Code for " + t.name, click: () => chooseTarget(i) }, t.name))) : null;
  const toggles = ["region", "llvm", "optimised", "assembly", "host"].filter(textOf).map(id =>
    h("button", { "aria-pressed": String(state.panes[id]), "data-toggle": id, title: "Show or hide this pane (" + (1 + Object.keys(state.panes).indexOf(id)) + ")", click: () => togglePane(id) }, textOf(id).name));
  const themes = { auto: "Automatic colours", light: "Light colours", dark: "Dark colours" };
  header.replaceChildren(
    h("span", { class: "brand" }, "ompcc"), ...choices, h("span", { class: "grow" }), targets || "",
    toggles.length ? h("div", { class: "group", role: "group", "aria-label": "Panes" }, toggles) : "",
    h("div", { class: "search-box" }, search, h("kbd", null, "/"), results),
    h("button", { class: "icon", title: themes[state.theme] + " (d)", "aria-label": themes[state.theme], click: nextTheme }, { auto: "◐", light: "☀", dark: "☾" }[state.theme]),
    h("button", { class: "icon", title: "Keys (?)", "aria-label": "Keys", click: () => help.showModal() }, "?"));
}

function renderRegions() {
  const counts = { error: 0, warning: 0 };
  for (const m of data.messages) if (m.severity in counts) counts[m.severity]++;
  const label = ["error", "warning"].filter(k => counts[k]).map(k => counts[k] + " " + k + (counts[k] > 1 ? "s" : "")).join(", ");
  const items = source().regions.map((r, i) => {
    const missed = r.remarks.filter(x => x.kind === "Missed" && forTarget(x.target)).length;
    return h("button", { class: "region" + (r.kernel ? "" : " data"), "aria-current": i === state.region ? "true" : false, "data-region": i, click: () => chooseRegion(i) },
      h("span", { class: "region-line" }, String(lineOf(r.at))),
      h("span", { class: "region-what" }, h("span", { class: "region-name" }, r.name), h("span", { class: "region-where" }, r.function || r.kernel || "")),
      missed ? h("span", { class: "badge", title: missed + " missed" }, String(missed)) : "");
  });
  regionList.replaceChildren(
    label ? h("button", { class: "messages-link" + (counts.error ? " error" : " warning"), "aria-current": state.region === -2 ? "true" : false, click: () => { state.region = -2; renderRegions(); renderDetails(); paint(); } }, label) : "",
    h("h2", null, "Device constructs"),
    ...(items.length ? items : [h("p", { class: "empty" }, counts.error ? "The source has errors." : "This source has none.")]));
  const current = regionList.querySelector("[aria-current]");
  if (current) current.scrollIntoView({ block: "nearest" });
}

// forTarget reports whether what is said of a target holds for the chosen one.
const forTarget = name => !name || !target() || target().name === name || target().name.startsWith(name + " ");
const number = text => /^\d{4,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, "\u202f") : text;
const link = at => at ? h("button", { class: "place", click: () => { setFileOf(at); choose(panes.source, lineOf(at) - 1); } }, String(lineOf(at))) : "";

function renderDetails() {
  const r = source().regions[state.region];
  if (state.region === -2 || !r && data.messages.length) {
    details.replaceChildren(h("h2", null, "Messages"), h("div", { class: "messages" }, data.messages.map(renderMessage)));
    return;
  }
  if (!r) {
    details.replaceChildren(h("p", { class: "empty" }, source().regions.length ? "Choose a construct, or a line of the source." : "There is nothing for a device in this source."));
    return;
  }
  const file = source().files[fileOf(r.at)];
  details.replaceChildren(
    h("div", { class: "details-head" }, h("h2", null, r.name), h("span", { class: "where" }, (r.function ? r.function + ", " : "") + (file ? file.name + ":" : "") + lineOf(r.at) + (r.end > r.at ? "–" + lineOf(r.end) : "")),
      r.kernel ? h("code", { class: "symbol" }, r.kernel) : ""),
    h("div", { class: "columns" }, renderData(r), r.kernel ? renderFacts(r) : "", renderRemarks(r)));
}

function renderData(r) {
  const columns = [
    ["Variable", "", d => h("code", null, d.variable)], ["Treatment", "", d => d.how],
    ["Origin", "", d => h("span", { class: "origin" + (d.origin === "explicit" ? " explicit" : "") }, d.origin)],
    ["Bytes in", "count", d => number(d.to || "")], ["Bytes out", "count", d => number(d.from || "")], ["Rule", "rule", d => d.rule || ""], ["Line", "count", d => link(d.at)],
  ].filter(c => r.data.some(d => c[2](d) !== ""));
  return h("section", { class: "data-environment" }, h("h3", null, "Data environment"),
    r.data.length ? h("table", null,
      h("thead", null, h("tr", null, columns.map(c => h("th", { scope: "col", class: c[1] }, c[0])))),
      h("tbody", null, r.data.map(d => h("tr", { title: d.text }, columns.map(c => h("td", { class: c[1] }, c[2](d)))))))
      : h("p", { class: "empty" }, "Nothing is mapped."));
}

function renderFacts(r) {
  const facts = r.facts.filter(f => forTarget(f.target));
  const entries = [...new Set(facts.map(f => f.entry || ""))];
  const names = [...new Set(facts.map(f => f.name))].filter(n => facts.some(f => f.name === n && f.value !== "0"));
  const shared = n => entries.length > 1 && !facts.some(f => f.name === n && f.entry);
  const form = r.remarks.filter(x => x.pass === "omp-kernel" && x.kind === "Passed" && forTarget(x.target));
  const value = (n, e) => (facts.find(f => f.name === n && (f.entry || "") === e) || { value: "" }).value;
  return h("section", { class: "kernel" }, h("h3", null, "Kernel", target() ? h("span", { class: "tag" }, target().name) : ""),
    form.map(x => h("p", { class: "form" }, sentence(x.text), " ", h("code", { class: "id" }, x.id))),
    names.length ? h("table", null,
      entries.length > 1 ? h("thead", null, h("tr", null, h("th", { scope: "col" }, "Entry point"), entries.map(e => h("th", { scope: "col", class: "count" }, e || "general")))) : "",
      h("tbody", null, names.map(n => h("tr", null, h("th", { scope: "row" }, n), shared(n) ? h("td", { class: "count", colspan: entries.length }, number(value(n, ""))) : entries.map(e => h("td", { class: "count" }, number(value(n, e)))))))) : "");
}

const sentence = s => s.charAt(0).toUpperCase() + s.slice(1);

function renderRemarks(r) {
  const list = r.remarks.filter(x => forTarget(x.target) && x.id !== "Code" && x.id !== "Launch" && !(x.pass === "omp-kernel" && x.kind === "Passed"));
  return h("section", { class: "remarks" }, h("h3", null, "Remarks"),
    list.length ? h("ul", null, list.map(x => h("li", { class: x.kind.toLowerCase() },
      h("div", { class: "remark-head" }, h("span", { class: "kind" }, x.kind.toLowerCase()), h("code", { class: "id" }, x.id), link(x.at)),
      h("p", null, sentence(x.text)))))
      : h("p", { class: "empty" }, "There are no further remarks."));
}

function renderMessage(m) {
  return h("div", { class: "message " + m.severity },
    h("div", { class: "message-head" }, h("span", { class: "severity" }, m.severity), m.place ? h("button", { class: "place", click: () => goTo(m) }, m.place) : ""),
    h("p", null, m.text), m.fix ? h("p", { class: "fix" }, "Help: " + m.fix) : "", (m.notes || []).map(renderMessage));
}

function goTo(m) {
  if (m.source < 0) return;
  if (m.source !== state.source) chooseSource(m.source);
  setFileOf(m.at);
  const region = state.region;
  choose(panes.source, lineOf(m.at) - 1);
  state.region = region;
  renderDetails();
}

// renderPanes shows the panes that are chosen, with handles between them.
function renderPanes() {
  mapped = null;
  const tops = new Map(Object.values(panes).filter(p => p.element.isConnected).map(p => [p, p.code.scrollTop]));
  panes.source.setFile();
  for (const id of Object.keys(state.panes)) {
    const text = textOf(id);
    if (!text || !state.panes[id]) continue;
    panes[id].title.textContent = text.name;
    panes[id].code.setAttribute("aria-label", text.name);
    panes[id].set(text);
  }
  const children = [];
  for (const p of shown()) {
    if (children.length) children.push(handle(children[children.length - 1], p.element));
    p.element.style.flexGrow = state.shares[p.id] || (p.id === "source" ? 1.2 : 1);
    children.push(p.element);
  }
  paneRow.replaceChildren(...children);
  for (const p of shown()) {
    p.code.scrollTop = tops.get(p) || 0; // an element that leaves the document forgets it
    p.draw(true);
  }
}

// handle moves the border between two panes.
function handle(left, right) {
  return h("div", { class: "handle", role: "separator", "aria-orientation": "vertical", "aria-label": "Width of the panes", pointerdown: e => {
    e.preventDefault();
    const x = e.clientX, a = left.offsetWidth, b = right.offsetWidth, sum = Number(left.style.flexGrow) + Number(right.style.flexGrow);
    drag(m => {
      const share = Math.min(Math.max((a + m.clientX - x) / (a + b), 0.1), 0.9);
      state.shares[left.dataset.pane] = left.style.flexGrow = sum * share;
      state.shares[right.dataset.pane] = right.style.flexGrow = sum * (1 - share);
    });
  } });
}

function drag(move) {
  const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); remember(); };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
}

splitter.addEventListener("pointerdown", e => {
  e.preventDefault();
  const y = e.clientY, height = details.offsetHeight;
  drag(m => { state.details = Math.min(Math.max(height + y - m.clientY, 60), innerHeight - 220); sizeDetails(); });
});
function sizeDetails() { document.documentElement.style.setProperty("--details", state.details + "px"); }

function chooseSource(i) {
  Object.assign(state, { source: i, file: 0, region: -1, at: 0, cursor: { pane: "source", line: -1 } });
  renderAll();
  chooseRegion(0);
}

function chooseTarget(i) {
  state.target = i;
  const { at, region } = state;
  renderAll();
  if (region >= 0) chooseRegion(region);
  state.at = at;
  paint();
}

function togglePane(id) {
  state.panes[id] = !state.panes[id];
  renderHeader();
  renderPanes();
  if (state.panes[id]) {
    const piece = panes[id].pieces.find(x => x[0] === state.region);
    if (piece) panes[id].show(piece[1]);
    if (state.at) panes[id].showPlace(state.at);
  }
  paint();
  remember();
}

function nextTheme() {
  state.theme = { auto: "light", light: "dark", dark: "auto" }[state.theme];
  store("localStorage", "ompcc-theme", state.theme);
  setTheme();
  renderHeader();
}
function setTheme() {
  if (state.theme === "auto") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", state.theme);
}

// ---- search

const maxResults = 200;
let found = [], current = -1;

function find(query) {
  found = [];
  const q = query.toLowerCase();
  let count = 0;
  const add = f => { if (count++ < maxResults) found.push(f); };
  if (!q) return 0;
  source().files.forEach((f, file) => f.lines.forEach((l, i) => {
    if (plain(l).toLowerCase().includes(q)) add({ where: f.name, line: i, text: plain(l), go: () => { setFileOf(file * filePlaces + i + 1); choose(panes.source, i); } });
  }));
  source().regions.forEach((r, i) => {
    for (const x of [...r.data, ...r.remarks]) {
      if ((x.text + " " + (x.id || "")).toLowerCase().includes(q)) add({ where: x.id ? "Remark" : "Data", line: lineOf(x.at || r.at) - 1, text: x.text, go: () => chooseRegion(i) });
    }
  });
  for (const id of Object.keys(state.panes)) {
    const text = textOf(id);
    if (!text) continue;
    text.lines.forEach((l, i) => {
      if (plain(l).toLowerCase().includes(q)) add({ where: text.name, line: i, text: plain(l), go: () => goToLine(id, i) });
    });
  }
  return count;
}

function goToLine(id, line) {
  if (!state.panes[id]) togglePane(id);
  if (!panes[id].rowOf.has(line)) { state.minor = true; filterPanes(); }
  choose(panes[id], line);
  panes[id].show(line);
}

function renderResults() {
  state.query = search.value.trim();
  const count = find(state.query);
  current = -1;
  results.hidden = !state.query;
  results.replaceChildren(h("div", { class: "results-head" }, count === 0 ? "Nothing found" : count + (count === 1 ? " line" : " lines") + (count > maxResults ? ", the first " + maxResults : "")),
    ...found.map((f, i) => h("button", { class: "result", role: "option", "data-result": i, click: () => takeResult(i) },
      h("span", { class: "result-where" }, f.where), h("span", { class: "result-line" }, String(f.line + 1)), h("span", { class: "result-text" }, f.text.trim()))));
  for (const p of shown()) p.draw(true);
}

function takeResult(i) {
  if (!found.length) return;
  current = (i + found.length) % found.length;
  found[current].go();
  [...results.querySelectorAll(".result")].forEach((e, n) => e.setAttribute("aria-selected", String(n === current)));
  const e = results.querySelector(`[data-result="${current}"]`);
  if (e) e.scrollIntoView({ block: "nearest" });
}

search.addEventListener("input", renderResults);
search.addEventListener("focus", () => { results.hidden = !state.query; });
search.addEventListener("keydown", e => {
  if (e.key === "Enter") takeResult(e.shiftKey ? current - 1 : current + 1);
  else if (e.key === "ArrowDown") takeResult(current + 1);
  else if (e.key === "ArrowUp") takeResult(current - 1);
  else if (e.key === "Escape") { search.value = ""; renderResults(); search.blur(); panes.source.code.focus({ preventScroll: true }); }
  else return;
  e.preventDefault();
  e.stopPropagation();
});
document.addEventListener("click", e => { if (!e.target.closest(".search-box")) results.hidden = true; });

// ---- keys

const keys = [
  ["j, ↓", "next line"], ["k, ↑", "previous line"], ["n", "next construct"], ["p", "previous construct"], ["/", "search"], ["Enter, Shift+Enter", "next and previous result"],
  ["1 2 3 4 5", "region IR, LLVM IR, optimised IR, assembly, host C"], ["t", "next target"], ["f", "next source"], ["a", "directives of assembly"], ["d", "colours"], ["Esc", "forget the line and the search"], ["?", "these keys"],
];
help.append(h("h2", null, "Keys"), h("dl", null, keys.map(([k, what]) => [h("dt", null, h("kbd", null, k)), h("dd", null, what)])),
  h("form", { method: "dialog" }, h("button", null, "Close")));

function step(by) {
  const pane = shown().find(p => p.id === state.cursor.pane) || panes.source;
  let row = pane.rowOf.get(state.cursor.line);
  row = row === undefined ? (by > 0 ? Math.floor(pane.code.scrollTop / rowHeight) - 1 : pane.rows.length) : row;
  const line = pane.rows[Math.min(Math.max(row + by, 0), pane.rows.length - 1)];
  if (line !== undefined) choose(pane, line);
}

document.addEventListener("keydown", e => {
  if (e.ctrlKey || e.metaKey || e.altKey || help.open || e.target.closest("input, select, dialog")) return;
  const n = source().regions.length;
  const actions = {
    j: () => step(1), ArrowDown: () => step(1), k: () => step(-1), ArrowUp: () => step(-1),
    n: () => n && chooseRegion(Math.min(Math.max(state.region, -1) + 1, n - 1)), p: () => n && chooseRegion(Math.max(state.region - 1, 0)),
    "/": () => { search.focus(); search.select(); }, t: () => source().targets.length && chooseTarget((state.target + 1) % source().targets.length),
    f: () => data.sources.length > 1 && chooseSource((state.source + 1) % data.sources.length),
    a: () => { state.minor = !state.minor; filterPanes(); }, d: nextTheme, "?": () => help.showModal(),
    Escape: () => { state.at = 0; state.cursor.line = -1; search.value = ""; renderResults(); paint(); },
  };
  ["region", "llvm", "optimised", "assembly", "host"].forEach((id, i) => { actions[String(i + 1)] = () => textOf(id) && togglePane(id); });
  if (!actions[e.key] || e.key === "ArrowDown" && e.target.closest(".details") || e.key === "ArrowUp" && e.target.closest(".details")) return;
  e.preventDefault();
  actions[e.key]();
});

// ---- start

// remember keeps what is chosen for the next version of a page that is served.
function remember() {
  const r = source().regions[state.region];
  store("sessionStorage", "ompcc-view", JSON.stringify({ source: source().name, region: state.region, name: r && r.name, target: state.target, at: state.at, panes: state.panes, minor: state.minor, details: state.details, shares: state.shares, top: panes.source.code.scrollTop }));
}

function recall() {
  let old = null;
  try { old = live && JSON.parse(stored("sessionStorage", "ompcc-view")); } catch { /* another version's */ }
  if (!old) return null;
  state.source = Math.max(data.sources.findIndex(s => s.name === old.source), 0);
  Object.assign(state, { target: Math.min(old.target, Math.max(source().targets.length - 1, 0)), panes: old.panes, minor: old.minor, details: old.details, shares: old.shares });
  return old;
}

function renderAll() {
  renderHeader();
  renderRegions();
  renderPanes();
  renderDetails();
}

function watch() {
  const bar = h("div", { class: "offline", role: "status", hidden: true }, "ompcc view has ended: this page does not change any more.");
  document.body.append(bar);
  const events = new EventSource("events");
  events.addEventListener("page", () => { remember(); location.reload(); });
  events.addEventListener("open", () => { bar.hidden = true; });
  events.addEventListener("error", () => { bar.hidden = false; });
}

setTheme();
document.body.append(header, h("main", null, regionList, h("div", { class: "work" }, paneRow, splitter, details)), help);
const old = recall();
sizeDetails();
renderAll();
const errors = data.messages.some(m => m.severity === "error");
const firstKernel = source().regions.findIndex(r => r.kernel);
if (errors) { state.region = -2; renderRegions(); renderDetails(); const m = data.messages.find(x => x.severity === "error" && x.at); if (m) panes.source.show(lineOf(m.at) - 1); }
else if (old && source().regions[old.region]) { chooseRegion(old.region); state.at = old.at; panes.source.code.scrollTop = old.top; paint(); }
else chooseRegion(Math.max(firstKernel, 0));
const wished = /^#L(\d+)$/.exec(location.hash); // page.html#L29 has line 29 of the source chosen
if (wished && panes.source.lines[wished[1] - 1] !== undefined) choose(panes.source, wished[1] - 1);
if (live) watch();
})();
