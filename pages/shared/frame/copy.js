// A link to be copied. The Clipboard API exists on https and localhost alone; a class opens the
// dashboard over plain http, where the browser copies what is selected.
export default function ({ parentElement, data: { link } }) {
  const root = parentElement.querySelector(".copy-link") ?? build(parentElement);
  const field = root.querySelector("input");
  if (field.value === link) return;
  field.value = link;
  root.querySelector("[role=status]").textContent = "";
}

function build(parent) {
  const root = document.createElement("div");
  root.className = "copy-link";
  root.innerHTML = `<input readonly aria-label="Link to this page"><button>Copy link</button>
    <span role="status"></span>`;
  const field = root.querySelector("input");
  field.addEventListener("focus", () => field.select());
  root.querySelector("button").addEventListener("click", async () => {
    const copied = await copy(field);
    root.querySelector("[role=status]").textContent = copied
      ? "Copied" : "This browser does not copy: press Ctrl + C in the field.";
  });
  parent.append(root);
  root.querySelector("button").focus({ preventScroll: true }); // it was just asked for
  return root;
}

async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
