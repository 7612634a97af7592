/** A picture that does not arrive in this time is left out of the print. */
const PATIENCE_MS = 4000;

const wait = (ms: number): Promise<void> =>
  new Promise((done) => {
    window.setTimeout(done, ms);
  });

/** A picture that cannot be decoded is no error: the paper is complete without it. */
const decoded = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
};

const frame = (): Promise<unknown> =>
  new Promise((done) => {
    window.requestAnimationFrame(done);
  });

/** What has just changed, such as a saved draft or the paper itself, is drawn by the frame after the next. */
const complete = async (area: HTMLElement): Promise<void> => {
  await frame();
  await frame();
  await Promise.all([document.fonts.ready, ...[...area.querySelectorAll('img')].map(decoded)]);
};

/** Opens the browser's print dialog when the paper is drawn and its fonts and pictures are there. */
export async function printPaper(area: HTMLElement): Promise<void> {
  await Promise.race([complete(area), wait(PATIENCE_MS)]);
  window.print();
}
