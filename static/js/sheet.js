// The match sheet on a phone: the plain win in one tap, and a draft that outlives the page.
// Everything that counts is decided by the server; this only saves typing.

const FORM = "form[data-sheet]";
const SAYS_HOW = new Set(["ended_by", "winner"]);
const KEPT_OUT = new Set(["csrfmiddlewaretoken", "report", "seen"]);

document.documentElement.classList.add("has-script");

let filling = false;

// A control is a number's box, or a set of chips of which one is checked: "" where nobody counted.
function chip(control, value) {
  return [...control.querySelectorAll("input")].find((input) => input.value === value);
}

function valueOf(control) {
  return control.matches("input") ? control.value : (control.querySelector(":checked")?.value ?? "");
}

function number(control) {
  return Number.parseInt(valueOf(control), 10) || 0;
}

function set(control, value) {
  const input = control.matches("input") ? control : chip(control, String(value));
  if (!input) return;
  filling = true;
  if (input === control) input.value = String(value);
  else input.checked = true;
  input.closest("details")?.setAttribute("open", "");
  input.dispatchEvent(new Event("input", { bubbles: true }));
  filling = false;
}

// --- the plain win: whoever won by the condition has at least its cards, the others have what is left ---

// The side that won by the condition, "" where nobody did, null where the match ended otherwise.
function plainWinner(form) {
  const ending = form.querySelector("[name=ended_by]:checked");
  const winner = form.querySelector("[name=winner]:checked");
  return ending && ending.value === "win_condition" && winner ? winner.value : null;
}

function plainCount(control, winner) {
  if (winner === null) return undefined;
  if (control.dataset.side !== winner) return control.dataset.lost;
  return number(control) < Number(control.dataset.plain) ? control.dataset.plain : undefined;
}

function takeBack(control, winner) {
  if (!("filled" in control.dataset) || (control.dataset.filledFor ?? control.dataset.side) === winner) return;
  set(control, control.dataset.filled);
  delete control.dataset.filled;
}

function fillPlainWin(form) {
  const winner = plainWinner(form);
  form.querySelectorAll("[data-side]").forEach((control) => {
    takeBack(control, winner);
    const count = plainCount(control, winner);
    if (count === undefined || "filled" in control.dataset) return;
    Object.assign(control.dataset, { filled: valueOf(control), filledFor: winner });
    set(control, count);
  });
}

// --- time: once it is called nobody has to say how the match ended --------------------------------------

function isChosen(form) {
  return "ending" in form.dataset || !("fresh" in form.dataset);
}

function suggestTime(form) {
  const time = form.querySelector("[name=ended_by][value=time]");
  const called = document.querySelector("[data-live] strong.clock.is-late");
  if (!time || !called || time.checked || isChosen(form)) return;
  time.checked = true;
  if (draft(form).length) form.dispatchEvent(new Event("input", { bubbles: true }));
}

// --- the draft: what was typed survives a reload, a dead battery, a lost connection ----------------------
// It belongs to the account that typed it: no other one sees it (outbox.js offers to discard it).

const who = () => document.querySelector("[data-person]")?.dataset.person ?? "";
const place = (sheet) => `chama:sheet:${who()}:${sheet}`;

function keep(form) {
  if ("undrafted" in form.dataset) return;
  const told = (name) => !KEPT_OUT.has(name) && (name !== "ended_by" || isChosen(form));
  const fields = [...new FormData(form)].filter(([name]) => told(name));
  const name = document.querySelector("[data-person]")?.textContent.trim() ?? "";
  try {
    localStorage.setItem(place(form.dataset.sheet), JSON.stringify({ sheet: form.dataset.sheet, by: who(), name, fields }));
  } catch {
    // A phone without storage still has the form itself.
  }
}

function draft(form) {
  try {
    return JSON.parse(localStorage.getItem(place(form.dataset.sheet)))?.fields ?? [];
  } catch {
    return [];
  }
}

function put(form, name, value) {
  const controls = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
  if (!controls.length && name.startsWith("cut.")) return addCut(form, name, value);
  controls.forEach((control) => {
    if (control.type === "radio") control.checked = control.value === value;
    else control.value = value;
  });
  return undefined;
}

// Cards of a cut come before the server has asked for them; its answer replaces these.
function addCut(form, name, value) {
  const hidden = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  (form.querySelector("[data-check]") || form).append(hidden);
}

// An answer to a check may be older than the card chosen while it was on its way: the newer one stays.
let chosen = [];

function cuts(check) {
  return [...check.closest(FORM).querySelectorAll('[name^="cut."]')];
}

function offers(control, value) {
  return !control.options || [...control.options].some((option) => option.value === value);
}

function rememberCuts(check) {
  chosen = cuts(check).map(({ name, value }) => [name, value]);
}

function putCutsBack(check) {
  const now = new Map(chosen);
  cuts(check).forEach((control) => {
    const value = now.get(control.name);
    if (value !== undefined && offers(control, value)) control.value = value;
  });
}

// Whether this was typed while other people had the seats, as before a correction of an earlier match: nothing of it is theirs.
function isOfOthers(form, typed) {
  const seated = form.querySelector("[name=seated]");
  return seated && typed.find(([name]) => name === "seated")?.[1] !== seated.value;
}

function discard(form) {
  localStorage.removeItem(place(form.dataset.sheet));
  form.querySelectorAll("[data-others]").forEach((notice) => { notice.hidden = false; });
}

function restore(form) {
  const typed = draft(form);
  if (!typed.length || !("fresh" in form.dataset)) return undefined;
  if (isOfOthers(form, typed)) return discard(form);
  typed.forEach(([name, value]) => put(form, name, value));
  if (typed.some(([name]) => name === "ended_by")) form.dataset.ending = "";
  return form.dispatchEvent(new Event("input", { bubbles: true }));
}

function forget() {
  document.querySelectorAll("[data-sheet-recorded]").forEach(({ dataset }) => {
    try {
      localStorage.removeItem(place(dataset.sheetRecorded));
      localStorage.removeItem(place(`${dataset.sheetRecorded}/report`));
    } catch {
      // Nothing was kept.
    }
  });
}

// --- the connection -----------------------------------------------------------------------------------

// Only what is said about recording; a check that is lost comes again with the next tap.
function say(event, shown) {
  const form = event.target instanceof Element && event.target.matches(FORM) && event.target;
  if (!form || ("waiting" in form.dataset && shown === "nothing")) return;
  form.querySelectorAll("[data-offline], [data-failed]").forEach((notice) => {
    notice.hidden = !(shown in notice.dataset);
  });
  // What was wrong with the try before is no answer to this one.
  form.parentElement.querySelectorAll(".sheet-refused, .errors").forEach((refusal) => refusal.remove());
}

document.addEventListener("change", (event) => {
  const form = event.target.closest(FORM);
  if (form && SAYS_HOW.has(event.target.name)) fillPlainWin(form);
});
document.addEventListener("input", (event) => {
  const form = event.target.closest(FORM);
  if (!form) return;
  if (SAYS_HOW.has(event.target.name)) form.dataset.ending = "";
  const control = event.target.closest("[data-side]");
  if (!filling && control) delete control.dataset.filled;
  keep(form);
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.matches("[data-check]")) rememberCuts(detail.target);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  if (detail.target.matches("[data-check]")) putCutsBack(detail.target);
});
document.addEventListener("htmx:afterSettle", () => {
  forget();
  document.querySelectorAll(FORM).forEach(suggestTime);
});
document.addEventListener("htmx:beforeRequest", (event) => say(event, "nothing"));
document.addEventListener("htmx:sendError", (event) => say(event, "offline"));
document.addEventListener("htmx:timeout", (event) => say(event, "offline"));
document.addEventListener("htmx:responseError", (event) => say(event, "failed"));

// The browser may bring back a winner that the server did not send, on a reload or with the back button.
function checkRestored(form) {
  const isAsking = form.querySelector("#sheet-headline .ask-winner");
  if (isAsking && form.querySelector("[name=winner]:checked")) form.dispatchEvent(new Event("input", { bubbles: true }));
}

// After htmx has looked at the page, so that the restored sheet is checked like one just typed.
window.addEventListener("load", () => {
  forget();
  document.querySelectorAll(FORM).forEach(restore);
  document.querySelectorAll(FORM).forEach(checkRestored);
});
