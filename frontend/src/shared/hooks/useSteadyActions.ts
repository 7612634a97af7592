import { useLayoutEffect, useState } from 'react';

type Actions = Readonly<Record<string, (...args: never[]) => void>>;

/** A box for the latest actions, and functions that look into it when they are called. */
function steadyOf<A extends Actions>(first: A): { readonly steady: A; readonly update: (latest: A) => void } {
  let now = first;
  const steady = Object.fromEntries(
    Object.keys(first).map((name) => [name, (...args: never[]) => now[name]?.(...args)]),
  ) as A;
  return {
    steady,
    update: (latest) => {
      now = latest;
    },
  };
}

/** The same functions in every render, which do what the latest ones do: for rows that are drawn anew only when they change. */
export function useSteadyActions<A extends Actions>(actions: A): A {
  const [{ steady, update }] = useState(() => steadyOf(actions));
  useLayoutEffect(() => update(actions));
  return steady;
}
