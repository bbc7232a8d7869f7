// A sheet that could not be sent waits on this device, with the key of its submission and the version that the judge
// saw. Once the network is back it is sent by itself, from whatever page is open then, also after its own was closed;
// the key makes sure that it counts once. What needs a person is said in the bar: to sign in again, or to look.

const FORM = "form[data-sheet][hx-post]";
const KEY = "chama:waiting:";
const AGAIN = 4000;
const SIGN_IN = "/conta/entrar/";
const LATER = new Set([429, 502, 503, 504]);
const NEEDS_A_LOOK = new Set([400, 403, 404, 409, 410, 412, 422]);
const bar = document.getElementById("outbox");
let sent = 0;
let sending = false;

const who = (page) => page.querySelector("[data-person]")?.dataset.person ?? "";
const place = (form) => KEY + form.dataset.sheet;

// --- what waits ---------------------------------------------------------------------------------------------

function stored(key) {
  try {
    const entry = JSON.parse(localStorage.getItem(key) || "null");
    return entry && entry.fields ? entry : null;
  } catch {
    return null;
  }
}

function keep(key, entry) {
  try {
    localStorage.setItem(key, JSON.stringify(entry));
  } catch {
    // A phone without storage still waits as long as the page is open.
  }
  show();
}

function drop(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept.
  }
  show();
}

function waiting() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    return keys.map((key) => ({ key, ...stored(key) })).filter((entry) => entry.fields);
  } catch {
    return [];
  }
}

// --- the bar ------------------------------------------------------------------------------------------------

function line(text, number, links) {
  const row = document.createElement("p");
  row.append(`${text} ${number} `);
  for (const [label, address] of links) {
    row.append(Object.assign(document.createElement("a"), { href: address, textContent: label }), " ");
  }
  bar.append(row);
}

function show() {
  if (!bar) return;
  const entries = waiting();
  const of = (state) => entries.filter((entry) => entry.state === state);
  const back = `${SIGN_IN}?next=${encodeURIComponent(location.pathname)}`;
  bar.replaceChildren();
  if (of("waiting").length) line(bar.dataset.waiting, of("waiting").length, []);
  if (of("sign-in").length) line(bar.dataset.signIn, of("sign-in").length, [[bar.dataset.toSignIn, back]]);
  if (of("look").length) line(bar.dataset.look, of("look").length, of("look").map((one) => [one.label, one.page]));
  if (sent) line(bar.dataset.sent, sent, []);
  bar.hidden = !bar.childElementCount;
}

// --- a form that is open ------------------------------------------------------------------------------------

function wait(form, state = "waiting") {
  if (state === "waiting") form.dataset.waiting = "";
  else delete form.dataset.waiting;
  const fields = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  const label = document.querySelector("main h2")?.textContent.trim() ?? "";
  const entry = { url: form.getAttribute("hx-post"), page: location.pathname, by: who(document), label, fields };
  keep(place(form), { ...entry, state });
}

function forget(form) {
  delete form.dataset.waiting;
  drop(place(form));
}

// What waited when the page was closed: all of it as it was, then off it goes.
function resume(form) {
  const entry = stored(place(form));
  if (!entry || !("fresh" in form.dataset)) return;
  entry.fields.forEach(([name, value]) => {
    form.querySelectorAll(`[name="${CSS.escape(name)}"]`).forEach((control) => {
      if (control.type === "radio") control.checked = control.value === value;
      else if (control.type === "checkbox") control.checked = true;
      else control.value = value;
    });
  });
  form.dataset.waiting = "";
  form.requestSubmit();
}

// --- sending ------------------------------------------------------------------------------------------------

function isTurnedAway(address) {
  return Boolean(address) && address.startsWith(SIGN_IN);
}

function isOpenHere(entry) {
  return [...document.querySelectorAll(`${FORM}[data-waiting]`)].some((form) => place(form) === entry.key);
}

// Its page says whether the same person is signed in, and brings the token that a post needs.
async function deliver(entry) {
  const opened = await fetch(entry.page, { cache: "no-store" });
  if (!opened.ok) return NEEDS_A_LOOK.has(opened.status) ? "look" : "waiting";
  const page = new DOMParser().parseFromString(await opened.text(), "text/html");
  const token = page.querySelector("[name=csrfmiddlewaretoken]");
  if (who(page) !== entry.by || !token) return "sign-in";
  const body = new URLSearchParams([...entry.fields, ["csrfmiddlewaretoken", token.value]]);
  const answer = await fetch(entry.url, { method: "POST", body, headers: { "HX-Request": "true" } });
  if (isTurnedAway(answer.headers.get("HX-Redirect"))) return "sign-in";
  if (answer.ok) return "sent";
  return NEEDS_A_LOOK.has(answer.status) ? "look" : "waiting";
}

async function one(entry) {
  const { key, ...rest } = entry;
  const state = await deliver(entry).catch(() => "waiting");
  if (state === "sent") sent += 1;
  if (state === "sent") drop(key);
  else if (stored(key)) keep(key, { ...rest, state });
}

async function send() {
  document.querySelectorAll(`${FORM}[data-waiting]`).forEach((form) => {
    if (!form.matches(".htmx-request")) form.requestSubmit();
  });
  if (sending) return;
  sending = true;
  const due = waiting().filter((entry) => entry.state === "waiting" && !isOpenHere(entry));
  for (const entry of due) await one(entry);
  sending = false;
}

// Somebody is signed in anew, or the page was opened again: what waited for a person is tried once more.
async function sendAll() {
  for (const { key, ...entry } of waiting()) {
    if (entry.state === "sign-in" && entry.by === who(document)) keep(key, { ...entry, state: "waiting" });
  }
  await send();
}

function formOf(event) {
  return event.target instanceof Element && event.target.matches(FORM) ? event.target : null;
}

function unsent(event) {
  const form = formOf(event);
  if (form) wait(form);
}

document.addEventListener("htmx:sendError", unsent);
document.addEventListener("htmx:timeout", unsent);
document.addEventListener("htmx:beforeOnLoad", (event) => {
  const [form, xhr] = [formOf(event), event.detail.xhr];
  if (!form || !xhr) return;
  if (LATER.has(xhr.status)) wait(form);
  else if (xhr.status === 403 || isTurnedAway(xhr.getResponseHeader("HX-Redirect"))) wait(form, "sign-in");
  else forget(form); // the server has answered, whatever it says
});
// Who goes on typing sends it themselves.
document.addEventListener("input", (event) => {
  const form = event.isTrusted && event.target.closest(`${FORM}[data-waiting]`);
  if (!form) return;
  forget(form);
  form.querySelectorAll("[data-offline]").forEach((notice) => {
    notice.hidden = true;
  });
});
window.addEventListener("online", send);
window.addEventListener("storage", show);
window.setInterval(send, AGAIN);
window.addEventListener("load", () => {
  document.querySelectorAll(FORM).forEach(resume);
  document.querySelectorAll("[data-sheet-recorded]").forEach((recorded) => drop(KEY + recorded.dataset.sheetRecorded));
  show();
  sendAll();
});
