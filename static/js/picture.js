// A photo straight from a camera has more bytes and pixels than may be sent, so it is made smaller here first. Without this file,
// or if the browser cannot read the photo, it is sent as it is, and the answer says what to do.
//   <input type="file" name="picture">

const LARGEST = 2_000_000; // bytes, as tournaments/setup/picture_file.py has it
const MAX_PIXELS = 16_000_000; // the same
const SIDE = 1600; // pixels, plenty for what is shown

async function smaller(file) {
  const photo = await createImageBitmap(file);
  if (file.size <= LARGEST && photo.width * photo.height <= MAX_PIXELS) return file;
  const scale = Math.min(1, SIDE / Math.max(photo.width, photo.height));
  const [width, height] = [photo.width, photo.height].map((side) => Math.max(1, Math.round(side * scale)));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(photo, 0, 0, width, height);
  photo.close(); // 50 million pixels take 200 MB
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp"; // a logo keeps what one can see through
  const drawn = await new Promise((done) => canvas.toBlob(done, type, 0.9));
  return new File([drawn], file.name, { type: drawn.type });
}

async function shrink(input) {
  const [file] = input.files;
  if (!file) return;
  const chosen = new DataTransfer();
  chosen.items.add(await smaller(file));
  if (input.files[0] === file) input.files = chosen.files;
}

async function whileWaiting(form, work) {
  const buttons = form.querySelectorAll("button");
  buttons.forEach((button) => (button.disabled = true));
  await work.catch(() => {});
  buttons.forEach((button) => (button.disabled = false));
}

document.querySelectorAll("input[type=file][name=picture]").forEach((input) => {
  input.addEventListener("change", () => whileWaiting(input.form, shrink(input)));
});
