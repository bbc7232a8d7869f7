// The match sheet on a phone: big steppers, the plain win in one tap, and a draft that outlives the page.
// Everything that counts is decided by the server; this only saves typing.

const FORM = "form[data-sheet]";
const KEPT_OUT = new Set(["csrfmiddlewaretoken", "report", "seen"]);

document.documentElement.classList.add("has-steppers");

// --- steppers ---------------------------------------------------------------------------------------

function number(input) {
  return Number.parseInt(input.value, 10) || 0;
}

function set(input, value) {
  const low = Number(input.min || 0);
  const high = Number(input.max || 99);
  input.value = String(Math.min(high, Math.max(low, value)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

function step(button) {
  const input = document.getElementById(button.getAttribute("aria-controls"));
  if (!input) return;
  delete input.dataset.filled;
  set(input, number(input) + Number(button.dataset.step));
}

// --- the plain win: whoever won by the condition has at least its cards --------------------------------

function fillPlainWin(form) {
  const ending = form.querySelector("[name=ended_by]:checked");
  const winner = form.querySelector("[name=winner]:checked");
  const plain = ending && ending.value === "win_condition" && winner ? winner.value : null;
  form.querySelectorAll("input[data-plain]").forEach((input) => {
    if (input.dataset.filled && input.dataset.side !== plain) {
      delete input.dataset.filled;
      set(input, 0);
    } else if (input.dataset.side === plain && number(input) < Number(input.dataset.plain)) {
      input.dataset.filled = "yes";
      set(input, Number(input.dataset.plain));
    }
  });
}

// --- the draft: what was typed survives a reload, a dead battery, a lost connection ----------------------

function place(form) {
  return `chama:sheet:${form.dataset.sheet}`;
}

function keep(form) {
  const typed = [...new FormData(form)].filter(([name]) => !KEPT_OUT.has(name));
  try {
    localStorage.setItem(place(form), JSON.stringify(typed));
  } catch {
    // A phone without storage still has the form itself.
  }
}

function draft(form) {
  try {
    return JSON.parse(localStorage.getItem(place(form)) || "[]");
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

function restore(form) {
  const typed = draft(form);
  if (!typed.length || !("fresh" in form.dataset)) return;
  typed.forEach(([name, value]) => put(form, name, value));
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

function forget() {
  document.querySelectorAll("[data-sheet-recorded]").forEach((recorded) => {
    try {
      localStorage.removeItem(`chama:sheet:${recorded.dataset.sheetRecorded}`);
    } catch {
      // Nothing was kept.
    }
  });
}

// --- the connection -----------------------------------------------------------------------------------

function sayOffline(event, lost) {
  const form = event.target instanceof Element && event.target.closest(FORM);
  if (!form) return;
  form.querySelectorAll("[data-offline]").forEach((notice) => {
    notice.hidden = !lost;
  });
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (button) step(button);
});
document.addEventListener("change", (event) => {
  const form = event.target.closest(FORM);
  if (form && ["ended_by", "winner"].includes(event.target.name)) fillPlainWin(form);
});
document.addEventListener("input", (event) => {
  const form = event.target.closest(FORM);
  if (!form) return;
  if (event.isTrusted && event.target.dataset) delete event.target.dataset.filled;
  keep(form);
});
document.addEventListener("htmx:sendError", (event) => sayOffline(event, true));
document.addEventListener("htmx:timeout", (event) => sayOffline(event, true));
document.addEventListener("htmx:beforeSwap", (event) => sayOffline(event, false));

forget();
document.querySelectorAll(FORM).forEach(restore);
