// What a plain page adds to row.js and live_figure.js: where figures stand, and the predictions.

const NEAR = "600px"; // from a figure to the screen when it is drawn
const shown = new Set(); // live figures

/** Figures come one by one as the reader comes near: a page has many. */
function watchPlaces() {
  const watch = new IntersectionObserver((entries) => {
    for (const { target } of entries.filter((entry) => entry.isIntersecting)) {
      watch.unobserve(target);
      drawIn(target);
    }
  }, { rootMargin: NEAR });
  document.querySelectorAll("[data-figure]").forEach((place) => watch.observe(place));
}

async function drawIn(place) {
  const packed = atob(window.hetdpFigures[place.dataset.figure]);
  const data = JSON.parse(await unpacked(Uint8Array.from(packed, (byte) => byte.charCodeAt(0))));
  const live = build(place);
  live.plotly = async () => {
    if (!window.Plotly) throw new Error("plotly.js is not in the folder");
    return window.Plotly;
  };
  live.fails = () => place.nextElementSibling?.setAttribute("open", "");
  shown.add(live);
  again(live, data);
}

/** The same data in other colours leave the slider where the reader left it. */
function again(live, data = live.data) {
  update(live, data).catch((error) => fail(live, error));
}

// ---- Predictions ------------------------------------------------------------------------------

function listenToForms() {
  for (const form of document.querySelectorAll("form[data-judgements]")) {
    const slider = form.querySelector("[type=range]");
    if (slider) listenToPrediction(slider, form.querySelector("output"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      reveal(form);
    });
  }
}

/** A slider that nobody has touched is no prediction. */
function listenToPrediction(slider, output) {
  const texts = JSON.parse(slider.dataset.texts);
  const say = () => {
    slider.dataset.touched = "";
    slider.ariaValueText = output.textContent = texts[slider.value];
    slider.style.setProperty("--share", `${(100 * slider.value) / Math.max(1, slider.max)}%`);
  };
  for (const event of ["input", "click"]) slider.addEventListener(event, say);
}

function guessOf(form) {
  const slider = form.querySelector("[type=range]");
  if (slider) return "touched" in slider.dataset ? slider.value : undefined;
  return form.querySelector(":checked")?.value;
}

function reveal(form) {
  const guess = guessOf(form);
  form.querySelector(".first").hidden = guess !== undefined;
  if (guess === undefined) return;
  const [kind, said] = JSON.parse(form.dataset.judgements)[guess];
  const answer = form.parentElement.querySelector(".answer");
  const verdict = answer.querySelector(".verdict");
  verdict.dataset.kind = kind;
  verdict.replaceChildren(...emphasised(said));
  form.dataset.kind = kind;
  form.querySelector("fieldset").disabled = true; // a prediction comes before its answer
  form.querySelector("button").hidden = true;
  answer.hidden = false;
  answer.focus();
  sumUp();
}

function sumUp() {
  const forms = [...document.querySelectorAll("form[data-judgements]")];
  const kinds = forms.map((form) => form.dataset.kind).filter(Boolean);
  if (kinds.length < forms.length) return;
  const right = kinds.filter((kind) => kind !== "warning").length;
  document.querySelector(".summary").textContent =
    `That was the last step. Right or close: ${right} of ${kinds.length} predictions.`;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shown.forEach((live) => again(live)));
watchPlaces();
listenToForms();
