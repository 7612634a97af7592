/** Runs jobs one after the other, in the order in which they were given. */
export function makeQueue() {
  let last: Promise<unknown> = Promise.resolve();
  const done = (): undefined => undefined;
  return <T>(job: () => Promise<T>): Promise<T> => {
    const result = last.then(job);
    // Whoever asked hears of a failure; the next in line only needs to know that it is over.
    last = result.then(done, done);
    return result;
  };
}
