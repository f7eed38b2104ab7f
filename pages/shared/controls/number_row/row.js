// A number in one row: a slider over the values people use, and an entry that takes any the
// control accepts. Both always say the same. The live figure's own control is such a row too.

const KEYBOARD_PAUSE = 300; // ms without a key before a value is released

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

/** moved(stop) while the thumb moves, released(stop) when it rests, typed(number) on an entry. */
function makeRow({ moved, released, typed }) {
  const id = `number-row-${Math.random().toString(36).slice(2)}`;
  const row = {
    slider: make("input", { type: "range", min: 0, step: 1, id }),
    entry: make("input", { type: "text", inputMode: "decimal", autocomplete: "off",
      spellcheck: false, className: "number-row-entry" }),
    label: make("label", { htmlFor: id }),
    help: make("span", { textContent: "?", className: "number-row-help", hidden: true }),
    ends: [make("span"), make("span")],
    refusal: make("div", { className: "number-row-refusal", hidden: true }),
    said: "",
    limits: null,
  };
  row.refusal.setAttribute("role", "alert");
  row.root = make("div", { className: "number-row" },
    make("div", { className: "number-row-heading" }, row.label, row.help),
    make("div", { className: "number-row-line" }, row.slider, row.entry),
    make("div", { className: "number-row-ends" }, ...row.ends), row.refusal);
  /** Whether somebody is about to set it, so that news must wait. */
  row.held = () => row.dragging || row.typing || row.timer !== undefined;
  listenToSlider(row, moved, released);
  listenToEntry(row, typed);
  return row;
}

function listenToSlider(row, moved, released) {
  const { slider } = row;
  const release = () => {
    row.timer = undefined;
    released(Number(slider.value));
  };
  slider.addEventListener("pointerdown", () => Object.assign(row, { dragging: true, keys: false }));
  for (const end of ["pointerup", "pointercancel"]) {
    slider.addEventListener(end, () => (row.dragging = false));
  }
  slider.addEventListener("keydown", () => (row.keys = true));
  slider.addEventListener("input", () => moved(Number(slider.value)));
  slider.addEventListener("change", () => {
    row.dragging = false;
    clearTimeout(row.timer);
    row.timer = undefined;
    if (row.keys) row.timer = setTimeout(release, KEYBOARD_PAUSE);
    else release();
  });
}

function listenToEntry(row, typed) {
  const { entry } = row;
  entry.addEventListener("input", () => (row.typing = true));
  entry.addEventListener("change", () => {
    row.typing = false;
    const number = numberTyped(entry.value.replace(/^.*=/, ""));
    const [least, most] = row.limits;
    const usable = entry.value.trim() !== "" && number >= least && number <= most;
    refuse(row, usable ? "" : `from ${written(least)} to ${written(most)}`);
    if (usable) typed(number);
  });
  entry.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    row.typing = false;
    entry.value = row.said;
    refuse(row, "");
  });
}

/** Commas as they are shown group thousands; another one, by itself, is a decimal comma. */
function numberTyped(text) {
  const plain = text.trim().replace("−", "-");
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/.test(plain)) return Number(plain.replaceAll(",", ""));
  return Number(plain.includes(".") ? plain : plain.replace(",", "."));
}

/** As it may be typed; in the three decimals of a locale a small limit would read as 0. */
function written(limit) {
  return Math.abs(limit) < 1e-3 ? String(limit) : limit.toLocaleString("en");
}

function refuse(row, words) {
  row.entry.ariaInvalid = String(words !== "");
  row.refusal.hidden = words === "";
  row.refusal.textContent = words;
}

/** limits: [least, most] that may be typed, or null where only the slider's stops can be had. */
function describeRow(row, { label, help = "", ends, stops, limits }) {
  row.label.textContent = label;
  row.slider.max = stops - 1;
  row.slider.ariaLabel = label;
  row.entry.ariaLabel = `${label.replace(/ =$/, "")}, exact value`;
  row.entry.readOnly = limits === null;
  row.entry.tabIndex = limits === null ? -1 : 0;
  row.limits = limits;
  row.help.hidden = !help;
  row.help.title = help;
  row.slider.ariaDescription = help;
  ends.forEach((words, i) => (row.ends[i].textContent = words));
}

function showRow(row, stop, text) {
  const { slider, entry } = row;
  slider.value = stop;
  slider.style.setProperty("--share", `${(100 * stop) / Math.max(1, slider.max)}%`);
  slider.ariaValueText = text;
  if (row.typing) return;
  if (row.said !== text) refuse(row, "");
  row.said = text;
  entry.value = text;
  entry.size = Math.max(4, text.length);
}
