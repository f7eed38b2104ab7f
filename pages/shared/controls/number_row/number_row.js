// The browser's half of a number in one row, after looks.js and row.js; __init__.py is the other.

const rows = new WeakMap(); // element of a component -> its row

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function ({ parentElement, data, setStateValue }) {
  putOnLooks(parentElement);
  if (!rows.has(parentElement)) rows.set(parentElement, build(parentElement));
  const row = rows.get(parentElement);
  row.set = (value, moving = false) => {
    row.offered = value;
    setStateValue("set", { value, serial: ++row.serial, moving });
  };
  update(row, data);
}

function build(parent) {
  const row = makeRow({
    moved: (stop) => {
      showRow(row, stop, row.data.texts[stop]);
      if (row.data.live) follow(row);
    },
    released: (stop) => row.set(row.data.stops[stop]),
    typed: (number) => row.set(number),
  });
  row.serial = 0; // of what was last set
  parent.append(row.root);
  return row;
}

/** Show what Python says, unless somebody holds it or Python has not heard of the last yet. */
function update(row, data) {
  row.data = data;
  describeRow(row, { ...data, stops: data.stops.length });
  if (data.live && row.dragging) follow(row);
  if (row.held() || data.answers < row.serial) return;
  row.serial = data.answers;
  showRow(row, data.stop, data.text);
}

/** Set what the moving thumb says, once Python has answered what was set before. */
function follow(row) {
  const value = row.data.stops[Number(row.slider.value)];
  if (row.data.answers >= row.serial && value !== row.offered) row.set(value, true);
}
