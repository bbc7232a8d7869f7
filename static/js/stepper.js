// Big − and + around the number input of every .stepper; without this file the input stands alone.
function step(input, by) {
  const low = input.min === "" ? -Infinity : Number(input.min);
  const high = input.max === "" ? Infinity : Number(input.max);
  const value = Math.min(high, Math.max(low, (Number(input.value) || 0) + by));
  if (String(value) === input.value) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function button(sign, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = sign;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

function enhance(root) {
  for (const stepper of root.querySelectorAll(".stepper:not([data-ready])")) {
    const input = stepper.querySelector("input");
    stepper.dataset.ready = "";
    stepper.prepend(button("−", stepper.dataset.less, () => step(input, -1)));
    stepper.append(button("+", stepper.dataset.more, () => step(input, 1)));
  }
}

enhance(document);
document.addEventListener("htmx:afterSettle", () => enhance(document));
