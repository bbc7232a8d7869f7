// @ts-check
// Sheets that could not be sent wait in the browser's storage, each under its submission key and with the account that
// recorded it. Any page sends the sheets of its own account. A sheet leaves the storage only when the server has confirmed
// its submission key (header Sheet-Outcome), or when a person discards it. outbox.js shows what is stored.

const FORM = "form[data-sheet][hx-post]";
const KEY = "chama:waiting:";
const RETRY_MS = 4000;
const SIGN_IN = "/conta/entrar/";
const LATER = new Set([429, 502, 503, 504]);
const REFUSED = new Set([400, 403, 404, 409, 410, 412, 422]);
/** @typedef {[string, string]} Field */
/** @typedef {"waiting" | "sign-in" | "look" | "disputed"} State */
/**
 * A sheet in the storage. `waiting`: for the network; `sign-in`: for the account; `look`: for a person to check it;
 * `disputed`: the server has it beside another result, and only the notice is left, until it is tapped.
 * @typedef {{key: string, sheet: string, url: string, page: string, by: string, name: string, label: string,
 *   fields: Field[], state: State}} Entry
 */
let sending = false;

/** @type {(page: ParentNode) => HTMLElement | null} */
const person = (page) => page.querySelector("[data-person]");
/** @type {(page: ParentNode) => string} */
const who = (page) => person(page)?.dataset.person ?? "";
/** @type {(page: ParentNode) => string} */
const nameOf = (page) => person(page)?.textContent?.trim() ?? "";
/** @type {(fields: Field[]) => string} */
const submissionOf = (fields) => fields.find(([name]) => name === "report")?.[1] ?? "";
/** @type {(form: HTMLFormElement) => string} */
const submissionIn = (form) => inputIn(form, "[name=report]")?.value ?? "";
/** @type {(page: ParentNode, selector: string) => HTMLInputElement | null} */
const inputIn = (page, selector) => page.querySelector(selector);
/** @type {(selector: string) => NodeListOf<HTMLFormElement>} */
const formsAt = (selector) => document.querySelectorAll(selector);

// --- the storage ---

/** @type {(key: string) => Entry | null} */
function stored(key) {
  try {
    const entry = JSON.parse(localStorage.getItem(key) || "null");
    return entry && entry.fields ? { sheet: key.slice(KEY.length), ...entry, key } : null;
  } catch {
    return null;
  }
}

/** @returns {Entry[]} */
function entries() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(KEY)).map(stored).filter((entry) => entry !== null);
  } catch {
    return [];
  }
}

/** @param {Entry} entry */
function save({ key, ...entry }) {
  try {
    localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // Without storage the sheet waits as long as the page is open.
  }
  document.dispatchEvent(new Event("chama:stored"));
}

/** @param {Entry} entry */
function drop({ key }) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
  document.dispatchEvent(new Event("chama:stored"));
}

/** @param {HTMLFormElement} form */
function entryOf(form) {
  return entries().find((entry) => submissionOf(entry.fields) === submissionIn(form));
}

// --- an open form ---

// What the sheet is called and where it is: of a row among others on one page the heading of the row, and the row.
/** @param {HTMLFormElement} form */
function placeOf(form) {
  const row = form.closest("li[id]");
  const heading = row?.querySelector("h3") ?? document.querySelector("main h2");
  const label = heading?.textContent?.replace(/\s+/g, " ").trim() ?? "";
  return { label, page: row ? `${location.pathname}${location.search}#${row.id}` : location.pathname };
}

/** @type {(form: HTMLFormElement, state?: State) => void} */
function wait(form, state = "waiting") {
  if (state === "waiting") form.dataset.waiting = "";
  else delete form.dataset.waiting;
  const given = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const fields = given.map(([field, value]) => /** @type {Field} */ ([field, String(value)]));
  const [by, name] = [who(document), nameOf(document)];
  const { label, page } = placeOf(form);
  const place = { sheet: form.dataset.sheet ?? "", url: form.getAttribute("hx-post") ?? "", page };
  const key = entryOf(form)?.key ?? KEY + submissionIn(form);
  save({ key, ...place, by, name, label, fields, state });
}

/** @param {HTMLFormElement} form */
function confirmed(form) {
  delete form.dataset.waiting;
  const entry = entryOf(form);
  if (entry) drop(entry);
}

// The server did not take it, or the form was changed after it was recorded: a person has to send it again.
/** @param {HTMLFormElement} form */
function needsALook(form) {
  delete form.dataset.waiting;
  const entry = entryOf(form);
  if (entry) save({ ...entry, state: "look" });
}

/** @type {(form: HTMLFormElement, name: string, value: string) => void} */
function addHidden(form, name, value) {
  const hidden = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  (form.querySelector("[data-check]") || form).append(hidden);
}

/** @type {(form: HTMLFormElement, name: string, value: string) => void} */
function put(form, name, value) {
  /** @type {NodeListOf<HTMLInputElement>} */
  const controls = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
  if (!controls.length) addHidden(form, name, value); // a card of a cut, a confirmation: asked for only by an answer
  controls.forEach((control) => {
    if (control.type === "radio") control.checked = control.value === value;
    else if (control.type === "checkbox") control.checked = true;
    else control.value = value;
  });
}

// Whether it was typed while other people had the seats: the server takes nothing of it.
/** @type {(form: HTMLFormElement, entry: Entry) => boolean} */
function isOfOthers(form, { fields }) {
  const seated = /** @type {HTMLInputElement | null} */ (form.querySelector("[name=seated]"));
  return seated !== null && (fields.find(([name]) => name === "seated")?.[1] ?? "") !== seated.value;
}

// A sheet of this account that waits for this form: fill the form, and send it if nobody has to check it first.
/** @param {HTMLFormElement} form */
function resume(form) {
  if (!("fresh" in form.dataset)) return;
  const own = entries().filter((entry) => entry.sheet === form.dataset.sheet && entry.by === who(document));
  const entry = own.find(({ state }) => state !== "disputed");
  if (!entry) return;
  const toCheck = entry.state === "look"; // the version that the judge saw is an old one
  if (toCheck && isOfOthers(form, entry)) return;
  entry.fields.forEach(([name, value]) => toCheck && name === "seen" || put(form, name, value));
  if (toCheck) return;
  form.dataset.waiting = "";
  form.requestSubmit();
}

// --- sending ---

/** @param {string | null} address */
function isSignIn(address) {
  return address?.startsWith(SIGN_IN) ?? false;
}

/** @param {Entry} entry */
function isOpenHere(entry) {
  return [...formsAt(`${FORM}[data-waiting]`)].some((form) => entryOf(form)?.key === entry.key);
}

// The page of the sheet says who is signed in, and brings the token that a post needs. Return the entry's new state.
/** @type {(entry: Entry) => Promise<string>} */
async function deliver(entry) {
  const opened = await fetch(entry.page, { cache: "no-store" });
  if (!opened.ok && !REFUSED.has(opened.status)) return "waiting";
  const page = new DOMParser().parseFromString(await opened.text(), "text/html");
  if (!page.getElementById("outbox")) return "waiting"; // the page of a Wi-Fi that asks for its own sign-in
  const token = inputIn(page, "[name=csrfmiddlewaretoken]");
  if (who(page) !== entry.by || !token) return "sign-in";
  if (!opened.ok) return "look";
  const body = new URLSearchParams([...entry.fields, ["csrfmiddlewaretoken", token.value]]);
  const answer = await fetch(entry.url, { method: "POST", body, headers: { "HX-Request": "true" } });
  if (isSignIn(answer.headers.get("HX-Redirect"))) return "sign-in";
  return answer.headers.get("Sheet-Outcome") ?? (REFUSED.has(answer.status) ? "look" : "waiting");
}

/** @param {Entry} entry */
async function sendOne(entry) {
  const state = await deliver(entry).catch(() => "waiting");
  const now = stored(entry.key);
  if (!now || JSON.stringify(now.fields) !== JSON.stringify(entry.fields)) return; // recorded again meanwhile
  if (state !== "recorded") return save({ ...now, state: /** @type {State} */ (state) });
  drop(now);
  document.dispatchEvent(new Event("chama:sent"));
}

async function send() {
  formsAt(`${FORM}[data-waiting]`).forEach((form) => {
    if (!form.matches(".htmx-request")) form.requestSubmit();
  });
  if (sending) return;
  sending = true;
  const due = entries().filter(({ state, by }) => state === "waiting" && by === who(document));
  for (const entry of due) if (!isOpenHere(entry)) await sendOne(entry);
  sending = false;
}

// After a sign-in, or when a page is opened, what waited for its account is tried again.
async function sendAll() {
  const back = entries().filter(({ state, by }) => state === "sign-in" && by === who(document));
  back.forEach((entry) => save({ ...entry, state: "waiting" }));
  await send();
}

/** @type {(event: Event) => HTMLFormElement | null} */
function formOf(event) {
  return event.target instanceof HTMLFormElement && event.target.matches(FORM) ? event.target : null;
}

/** @param {Event} event */
function unsent(event) {
  const form = formOf(event);
  if (form) wait(form);
}

document.addEventListener("htmx:sendError", unsent);
document.addEventListener("htmx:timeout", unsent);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const form = formOf(event);
  const xhr = /** @type {CustomEvent<{xhr?: XMLHttpRequest}>} */ (event).detail.xhr;
  if (!form || !xhr) return;
  const signIn = xhr.status === 403 || isSignIn(xhr.getResponseHeader("HX-Redirect"));
  const isOurs = xhr.status >= 300 || xhr.getResponseHeader("Sheet-Outcome");
  if (xhr.getResponseHeader("Sheet-Outcome")) confirmed(form);
  else if (signIn) wait(form, "sign-in");
  else if (LATER.has(xhr.status) || !isOurs) wait(form);
  else needsALook(form);
  if (!isOurs && !signIn) event.preventDefault(); // the page of a Wi-Fi that asks for its own sign-in
});
// A judge who changes a sheet that waits sends it again.
document.addEventListener("input", (event) => {
  const target = event.isTrusted && event.target instanceof Element ? event.target : null;
  /** @type {HTMLFormElement | null | undefined} */
  const form = target?.closest(`${FORM}[data-waiting]`);
  if (!form) return;
  needsALook(form);
  /** @type {NodeListOf<HTMLElement>} */
  const notices = form.querySelectorAll("[data-offline]");
  notices.forEach((notice) => {
    notice.hidden = true;
  });
});
window.addEventListener("online", send);
window.setInterval(send, RETRY_MS);
window.addEventListener("load", () => {
  formsAt(FORM).forEach(resume);
  sendAll();
});
