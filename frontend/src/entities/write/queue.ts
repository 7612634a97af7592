/** Runs jobs one after the other, in the order in which they were added. */
export function makeQueue() {
  let last: Promise<unknown> = Promise.resolve();
  const done = (): undefined => undefined;
  return <T>(job: () => Promise<T>): Promise<T> => {
    const result = last.then(job);
    // A failure reaches the caller of its job; the next job only waits for the end.
    last = result.then(done, done);
    return result;
  };
}
