/** ms: where no frame is drawn, because the page is out of sight. */
const AT_LATEST = 100;

/** Ends after the next frame: what was just pressed is on the screen before anything else begins. */
export const afterFrame = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, AT_LATEST);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(done);
    });
  });
