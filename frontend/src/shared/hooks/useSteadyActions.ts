import { useLayoutEffect, useState } from 'react';

type Actions = Readonly<Record<string, (...args: never[]) => void>>;

/** A box for the latest actions, and functions that look into it when they are called. */
function steadyOf<A extends Actions>(first: A) {
  let now = first;
  const steady = Object.fromEntries(
    Object.keys(first).map((name) => [name, (...args: never[]) => now[name]?.(...args)]),
  ) as A;
  return {
    steady,
    update: (latest: A): void => {
      now = latest;
    },
  };
}

/** The same functions in every render, which call the latest ones: for rows that render only when their props change. */
export function useSteadyActions<A extends Actions>(actions: A): A {
  const [{ steady, update }] = useState(() => steadyOf(actions));
  useLayoutEffect(() => update(actions));
  return steady;
}
