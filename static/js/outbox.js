// The bar about what is stored on this device: sheets that wait (queue.js) and drafts (sheet.js). What another account left
// here is neither sent nor shown nor ticked: the bar names that person and offers to let them sign in, or to discard it.

const WAITING = "chama:waiting:";
const DRAFT = "chama:sheet:";
const SIGN_IN = "/conta/entrar/";
const SIGN_OUT = "form[action='/conta/sair/']";
const bar = document.getElementById("outbox");
let sent = 0;

const me = () => document.querySelector("[data-person]")?.dataset.person ?? "";
const isKnown = () => Boolean(document.querySelector(".site-nav")); // a page of an error does not say who is signed in

// --- what is stored ---

const draftKey = ({ by, sheet }) => `${DRAFT}${by}:${sheet}`;

function read(key) {
  try {
    const entry = JSON.parse(localStorage.getItem(key));
    return entry?.fields ? { ...entry, key } : null;
  } catch {
    return null;
  }
}

function stored(prefix) {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map(read).filter(Boolean);
  } catch {
    return [];
  }
}

function discard(entries) {
  entries.forEach((entry) => [entry.key, draftKey(entry)].forEach((key) => localStorage.removeItem(key)));
  document.dispatchEvent(new Event("chama:stored"));
}

// Drafts of other accounts for the sheets on this page, besides those of which the sheet itself waits.
function draftsHere() {
  const sheets = new Set([...document.querySelectorAll("form[data-sheet]")].map((form) => form.dataset.sheet));
  const waiting = new Set(stored(WAITING).map(draftKey));
  const theirs = stored(DRAFT).filter(({ sheet, by }) => sheets.has(sheet) && by !== me());
  return theirs.filter(({ key }) => !waiting.has(key));
}

// --- the lines ---

function link([label, address]) {
  return Object.assign(document.createElement("a"), { href: address, textContent: label });
}

function button(label, act) {
  const made = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-quiet" });
  made.textContent = label;
  made.addEventListener("click", () => act(made));
  return made;
}

function line(text, ...parts) {
  const row = document.createElement("p");
  row.append(text, ...parts.flatMap((part) => [" ", part]));
  bar.append(row);
}

// Two taps: the second one discards. `label` is what it discards, for readers who do not see what stands beside it.
function discardButton(entries, label = "") {
  const made = button("", () => {
    if (made.dataset.sure) return discard(entries);
    made.dataset.sure = "yes";
    return say(made, bar.dataset.discardSure, label);
  });
  say(made, bar.dataset.discard, label);
  return made;
}

function say(made, words, label) {
  const hidden = Object.assign(document.createElement("span"), { className: "visually-hidden", textContent: `: ${label}` });
  made.replaceChildren(words, ...(label ? [hidden] : []));
}

function signInAs(words) {
  const back = `${SIGN_IN}?next=${encodeURIComponent(location.pathname)}`;
  const form = document.querySelector(SIGN_OUT);
  if (!form) return link([words, back]);
  return button(words, () => {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "next", value: back }));
    form.requestSubmit();
  });
}

// A name is isolated from the direction of the text around it.
function named(text, { name, by }) {
  return text.replaceAll("{name}", `\u2068${name || by}\u2069`);
}

function lineOf(words, entries) {
  const [first] = entries;
  line(named(words, first), signInAs(named(bar.dataset.signInAs, first)), discardButton(entries));
}

// A notice about a dispute has done its work when it is tapped; until then it may not have been seen.
function noticeOf(entry) {
  const made = link([entry.label, entry.page]);
  made.addEventListener("click", () => discard([entry]));
  return made;
}

function showOwn(entries) {
  const of = (...states) => entries.filter(({ state }) => states.includes(state));
  const alone = (entry) => [link([entry.label, entry.page]), discardButton([entry], entry.label)];
  const back = `${SIGN_IN}?next=${encodeURIComponent(location.pathname)}`;
  const [waits, signIn, look, disputed] = [of("waiting"), of("sign-in"), of("look"), of("disputed")];
  if (waits.length) line(bar.dataset.waiting, `${waits.length}`);
  if (signIn.length) line(bar.dataset.signIn, `${signIn.length}`, link([bar.dataset.toSignIn, back]));
  if (look.length) line(bar.dataset.look, `${look.length}`, ...look.flatMap(alone));
  if (disputed.length) line(bar.dataset.disputed, ...disputed.map(noticeOf));
}

function showTheirs(entries) {
  const people = new Set(entries.map(({ by }) => by));
  people.forEach((by) => {
    const theirs = entries.filter((entry) => entry.by === by);
    lineOf(bar.dataset.theirs.replace("{number}", theirs.length), theirs);
  });
}

function showDraft(draft) {
  if (draft.by) lineOf(bar.dataset.draft, [draft]);
  else line(bar.dataset.draftUnnamed, discardButton([draft]));
}

// On a page that does not say who is signed in, every sheet counts as one's own.
function isMine({ by }) {
  return !isKnown() || by === me();
}

function show() {
  if (!bar) return;
  const entries = stored(WAITING);
  bar.replaceChildren();
  showOwn(entries.filter(isMine));
  showTheirs(entries.filter((entry) => !isMine(entry) && entry.state !== "disputed"));
  draftsHere().forEach(showDraft);
  if (sent) line(bar.dataset.sent, `${sent}`);
  bar.hidden = !bar.childElementCount;
}

document.addEventListener("chama:stored", show);
document.addEventListener("chama:sent", () => {
  sent += 1;
  show();
});
window.addEventListener("storage", show);
window.addEventListener("load", show);
