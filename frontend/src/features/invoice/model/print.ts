/** A picture that does not arrive in this time is left out of the print. */
const PATIENCE_MS = 4000;

const wait = (ms: number): Promise<void> =>
  new Promise((done) => {
    window.setTimeout(done, ms);
  });

/** What a picture says when it cannot be shown is nothing: the paper is complete without it. */
const shown = async (image: HTMLImageElement): Promise<void> => {
  try {
    await image.decode();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
};

/** Opens the browser's print dialog when the paper's fonts and pictures are there. */
export async function printPaper(area: HTMLElement): Promise<void> {
  const images = [...area.querySelectorAll('img')].map(shown);
  await Promise.race([Promise.all([document.fonts.ready, ...images]), wait(PATIENCE_MS)]);
  window.print();
}
