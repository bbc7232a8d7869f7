// A photo straight from a camera is larger than what may be sent, so it is made smaller here first. Without this file, or
// where the browser cannot read the photo, it is sent as it is, and the answer says what to do.
//   <input type="file" name="picture">

const LARGEST = 2_000_000; // bytes, as tournaments/setup/picture_file.py has it
const SIDE = 1600; // pixels, plenty for what is shown

async function smaller(file) {
  const photo = await createImageBitmap(file);
  const scale = Math.min(1, SIDE / Math.max(photo.width, photo.height));
  const [width, height] = [photo.width, photo.height].map((side) => Math.round(side * scale));
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d").drawImage(photo, 0, 0, width, height);
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp"; // a logo keeps what one can see through
  const drawn = await new Promise((done) => canvas.toBlob(done, type, 0.9));
  return new File([drawn], file.name, { type: drawn.type });
}

async function shrink(input) {
  const [file] = input.files;
  if (!file || file.size <= LARGEST) return;
  const chosen = new DataTransfer();
  chosen.items.add(await smaller(file));
  if (input.files[0] === file) input.files = chosen.files;
}

document.querySelectorAll("input[type=file][name=picture]").forEach((input) => {
  input.addEventListener("change", () => shrink(input).catch(() => {}));
});
