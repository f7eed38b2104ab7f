// The browser's half of a number in one row, after looks.js and row.js; __init__.py is the other.

/** Called by Streamlit on mount, and again whenever the data or the theme changes. */
export default function ({ parentElement, data, setStateValue }) {
  putOnLooks(parentElement);
  const row = parentElement.row ??= build(parentElement);
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
      follow(row);
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
  describeRow(row, data);
  if (row.dragging) follow(row);
  if (row.held() || data.answers < row.serial) return;
  row.serial = data.answers;
  showRow(row, data.stop, data.text);
}

/** Set at once what the moving thumb says, as soon as Python has answered what was set before. */
function follow({ data, slider, serial, offered, set }) {
  const value = data.stops[slider.valueAsNumber];
  if (data.live && data.answers >= serial && value !== offered) set(value, true);
}
