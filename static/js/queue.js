// A sheet that could not be sent waits in the browser, with the key of its report and the version that the
// judge saw. Once the network is back it is sent by itself; the key makes sure that it counts once.

const FORM = "form[data-sheet][hx-post]";
const AGAIN = 4000;

function place(form) {
  return `chama:waiting:${form.dataset.sheet}`;
}

function stored(form) {
  try {
    return JSON.parse(localStorage.getItem(place(form)) || "null");
  } catch {
    return null;
  }
}

function wait(form) {
  form.dataset.waiting = "";
  const sheet = [...new FormData(form)].filter(([name]) => name !== "csrfmiddlewaretoken");
  try {
    localStorage.setItem(place(form), JSON.stringify(sheet));
  } catch {
    // A phone without storage still waits as long as the page is open.
  }
}

function forget(form) {
  delete form.dataset.waiting;
  try {
    localStorage.removeItem(place(form));
  } catch {
    // Nothing was kept.
  }
}

function send() {
  document.querySelectorAll(`${FORM}[data-waiting]`).forEach((form) => {
    if (!form.matches(".htmx-request")) form.requestSubmit();
  });
}

// What waited when the page was closed: all of it as it was, then off it goes.
function resume(form) {
  const sheet = stored(form);
  if (!sheet || !("fresh" in form.dataset)) return;
  sheet.forEach(([name, value]) => {
    form.querySelectorAll(`[name="${CSS.escape(name)}"]`).forEach((control) => {
      if (control.type === "radio") control.checked = control.value === value;
      else if (control.type === "checkbox") control.checked = true;
      else control.value = value;
    });
  });
  form.dataset.waiting = "";
  send();
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
  const form = formOf(event);
  if (form) forget(form); // the server has answered, whatever it says
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
window.setInterval(send, AGAIN);
window.addEventListener("load", () => {
  document.querySelectorAll(FORM).forEach(resume);
  document.querySelectorAll("[data-sheet-recorded]").forEach((recorded) => {
    try {
      localStorage.removeItem(`chama:waiting:${recorded.dataset.sheetRecorded}`);
    } catch {
      // Nothing was kept.
    }
  });
});
