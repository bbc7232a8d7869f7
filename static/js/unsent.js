// What was typed into a plain form survives a send without a network. A send is never delayed or stopped: when a form goes, its
// text is noted in this tab, and the next page of the site that answers it drops the note. If the browser showed its own
// error page instead, the text is filled in again when the form is opened. Never passwords, codes, files and hidden fields.

const NOTE = "chama:unsent";
const TEXTS = "textarea, input:is([type=text], [type=number], [type=date], [type=time], [type=url], [type=search], :not([type]))";
const SECRET = "[type=password], [autocomplete=one-time-code], [autocomplete=off], [name*=code]";
const SHOWS_FORM = new Set([409, 422]); // answers with the form as typed
const who = () => document.querySelector("[data-person]")?.dataset.person ?? "";

const forms = () => [...document.querySelectorAll("main form[method=post]:not([hx-post])")];
const texts = (form) => [...form.querySelectorAll(TEXTS)].filter((field) => field.name && !field.matches(SECRET));
const place = (form) => `${form.getAttribute("action") ?? ""} ${forms().indexOf(form)}`;

function note(form) {
  const fields = texts(form).filter(({ value }) => value.trim()).map(({ name, value }) => [name, value]);
  const entry = { by: who(), page: location.pathname, place: place(form), fields };
  if (fields.length && !form.querySelector("[type=password]")) sessionStorage.setItem(NOTE, JSON.stringify(entry));
}

// Whether this page is the answer to what was sent from `page`; an error page without the form is none.
function isAnswer(page) {
  const [{ type = "", responseStatus = 200 } = {}] = performance.getEntriesByType("navigation");
  const from = document.referrer ? new URL(document.referrer) : null;
  const isNext = type !== "back_forward" && from?.origin === location.origin && from.pathname === page;
  return isNext && (responseStatus < 400 || SHOWS_FORM.has(responseStatus));
}

function fill(form, fields) {
  for (const field of texts(form)) {
    const typed = fields.find(([name]) => name === field.name);
    if (typed && field.value === field.defaultValue) [, field.value] = typed;
  }
  form.prepend(document.getElementById("unsent").content.cloneNode(true));
}

function take() {
  const entry = JSON.parse(sessionStorage.getItem(NOTE));
  if (!entry) return;
  if (isAnswer(entry.page) || entry.by !== who()) return sessionStorage.removeItem(NOTE);
  const form = location.pathname === entry.page && forms().find((one) => place(one) === entry.place);
  if (form) fill(form, entry.fields);
}

// A browser without storage sends as ever.
function quietly(act) {
  try {
    act();
  } catch {
    // Nothing was noted.
  }
}

quietly(take);
document.addEventListener("submit", ({ target }) => quietly(() => forms().includes(target) && note(target)));
