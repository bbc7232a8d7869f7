// Every page: what cannot be sent says so where it was tapped, in place of the browser's own page, and what was typed stays.
// Before a plain form goes, the server is asked whether it can be reached. Forms that htmx sends say it after their failure;
// sheets wait on the device (queue.js). Without this file forms are sent as ever.
//   <template id="not-sent"> <p data-not-sent role="alert"> … </p> </template>

const ASKED = "/saude/viva/";
const PATIENCE = 4000;
let asking = false;
let goes = false; // the server has answered, and the form is on its way

async function isReached() {
  const signal = AbortSignal.timeout(PATIENCE);
  return fetch(ASKED, { cache: "no-store", signal }).then((answer) => answer.ok, () => false);
}

function unsay() {
  document.querySelectorAll("[data-not-sent]").forEach((old) => old.remove());
}

function say(form) {
  unsay();
  const main = document.getElementById("content");
  const notice = document.getElementById("not-sent").content.cloneNode(true);
  if (main.contains(form)) form.append(notice);
  else main.prepend(notice);
  document.querySelector("[data-not-sent]").scrollIntoView({ block: "center" });
}

async function send(form, button) {
  asking = true;
  unsay();
  const reached = await isReached();
  asking = false;
  if (!reached) return say(form);
  goes = true;
  form.requestSubmit(button);
  goes = false;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (goes || event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
  event.preventDefault();
  if (!asking) send(form, event.submitter);
});
// A poll that comes meanwhile takes no form away.
document.addEventListener("htmx:beforeSwap", (event) => {
  if (asking) event.detail.shouldSwap = false;
});

// What is sent while somebody types only asks for advice.
function isAct({ elt, requestConfig }) {
  return requestConfig.verb === "post" && elt.matches("form:not([data-sheet]), button");
}

document.addEventListener("htmx:sendError", ({ detail }) => {
  if (isAct(detail)) say(detail.elt.closest("form") ?? detail.elt.parentElement);
});
document.addEventListener("htmx:afterOnLoad", ({ detail }) => {
  if (isAct(detail)) unsay();
});
