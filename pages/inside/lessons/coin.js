// The coin on the screen. What it shows was tossed on the server; here it only turns.

const FACES = ["T", "H"]; // tails, heads
const TURN = 700; // ms of a coin in the air
const still = matchMedia("(prefers-reduced-motion: reduce)");
const coins = new WeakMap(); // element of a component -> its coins

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function ({ parentElement, data }) {
  if (!coins.has(parentElement)) coins.set(parentElement, build(parentElement));
  const table = coins.get(parentElement);
  if (table.tosses === data.tosses) return;
  const first = table.tosses === undefined; // what lay there before is not tossed again
  table.tosses = data.tosses;
  show(table, data, first || still.matches);
}

function build(parent) {
  const make = (tag, className) => Object.assign(document.createElement(tag), { className });
  const root = make("div", "coin-table");
  const row = make("div", "coin-row");
  row.ariaHidden = "true"; // the words say it
  const faces = [make("div", "coin"), make("div", "coin")];
  row.append(...faces);
  const says = make("p", "coin-says");
  says.setAttribute("role", "status");
  root.append(row, says);
  parent.append(root);
  return { faces, says, tosses: undefined, turn: 0 };
}

async function show(table, { coins: heads, says }, atOnce) {
  const turn = ++table.turn;
  for (const face of table.faces) lay(face, undefined);
  if (!atOnce) table.says.textContent = "";
  for (const [i, isHeads] of heads.entries()) {
    if (!atOnce) await spin(table.faces[i]);
    if (turn !== table.turn) return; // tossed again in the meantime
    lay(table.faces[i], isHeads);
  }
  table.says.textContent = says;
}

function lay(face, isHeads) {
  face.textContent = isHeads === undefined ? "" : FACES[Number(isHeads)];
  face.classList.toggle("coin-up", isHeads !== undefined);
}

function spin(face) {
  face.classList.add("coin-up");
  const turns = [{ transform: "translateY(0) rotateX(0)" },
    { transform: "translateY(-1.25rem) rotateX(900deg)" },
    { transform: "translateY(0) rotateX(1800deg)" }];
  return face.animate(turns, { duration: TURN, easing: "ease-in-out" }).finished;
}
