// Saves a file that Python has made, once, however often Streamlit calls this.
const saved = new Set();
const REVOKE_AFTER = 60_000; // ms that a browser has to save it

export default function ({ data: { token, name, type, text } }) {
  if (saved.has(token)) return;
  saved.add(token);
  const address = URL.createObjectURL(new Blob([text], { type }));
  Object.assign(document.createElement("a"), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_AFTER);
}
