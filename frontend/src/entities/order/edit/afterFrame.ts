/** ms: limit for a hidden page, which renders no frames. */
const AT_LATEST = 100;

/** Resolves after the next frame, so that the effect of a press is on the screen before anything else begins. */
export const afterFrame = (): Promise<void> =>
  new Promise((done) => {
    const timer = setTimeout(done, AT_LATEST);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(done);
    });
  });
