// Keeps one random number for one room in this browser; keeper.py is the other
// half. A browser that keeps nothing (storage refused) still has it until the page is reloaded.
const OURS = "hetdp-room-";
const here = new Map();

const storage = {
  get: (name) => { try { return localStorage.getItem(name); } catch { return null; } },
  set: (name, value) => { try { localStorage.setItem(name, value); } catch { /* not kept */ } },
  remove: (name) => { try { localStorage.removeItem(name); } catch { /* not kept */ } },
  names: () => { try { return Object.keys(localStorage); } catch { return []; } },
};

export default function ({ data, setStateValue }) {
  if (data.forget) {
    for (const what of ["seat", "lead"]) drop(`${OURS}${what}-${data.forget}`);
    return;
  }
  const name = `${OURS}${data.what}-${data.code}`;
  if (data.known) {
    put(name, data.known);
    return;
  }
  let kept = here.get(name) ?? storage.get(name);
  if (data.what === "seat" && !/^[0-9a-f]{32}$/.test(kept ?? "")) {
    const others = storage.names().filter((one) => one.startsWith(`${OURS}seat-`));
    others.forEach(drop);
    kept = drawn();
  }
  if (kept) put(name, kept);
  setStateValue("kept", kept ?? "");
}

// crypto.randomUUID exists on https alone; a class may open the dashboard over plain http.
function drawn() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function put(name, value) {
  here.set(name, value);
  storage.set(name, value);
}

function drop(name) {
  here.delete(name);
  storage.remove(name);
}
