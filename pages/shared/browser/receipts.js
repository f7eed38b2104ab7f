// Receipts of releases are public texts. The browser keeps them for this tab, whatever becomes of the
// session: those that a new session does not know are handed to it, once.
const KEPT = "hetdp_receipts";
const handed = new Set();
let inMemory = []; // where the browser lets nothing be stored

function kept() {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEPT) ?? "[]");
    return [...new Set([...(Array.isArray(stored) ? stored : [stored]), ...inMemory])];
  } catch {
    return inMemory;
  }
}

function keep(receipts) {
  inMemory = receipts;
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(receipts));
  } catch { /* they stay as long as the page does */ }
}

window.addEventListener("beforeunload", (event) => {
  if (kept().length) event.preventDefault();
});

export default function ({ data: { session, receipts }, setTriggerValue }) {
  const before = kept();
  const unknown = before.filter((one) => !receipts.includes(one));
  if (receipts.some((one) => !before.includes(one))) keep([...new Set([...before, ...receipts])]);
  if (!unknown.length || handed.has(session)) return;
  handed.add(session);
  setTriggerValue("kept", unknown);
}
