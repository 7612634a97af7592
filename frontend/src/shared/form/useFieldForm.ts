import { type SubmitEvent as ReactSubmitEvent, useCallback, useRef, useState } from 'react';
import { type AppError, failureOf } from '../api/appError';
import { errorLines } from '../api/errorLines';
import { isChunkError } from '../lib/chunks';
import type { BoundField } from './useSchemaForm';

export type FieldTexts<Values> = { readonly [Field in keyof Values]?: string };

/** What the server said about a form: about its fields, and about the whole. */
export interface Refusal<Values> {
  readonly fields: FieldTexts<Values>;
  readonly lines: readonly string[];
  /** Takes the focus where no field is named. */
  readonly focus?: keyof Values;
}

interface FieldFormRules<Values, What> {
  /** Every field, in the order in which they stand. */
  readonly start: Values;
  /** What is wrong with the values, in words. */
  readonly faults: (values: Values) => FieldTexts<Values>;
  /** What is said about a failure; `usual`: the fields of this form that the server named, else its lines. */
  readonly refuse?: (error: AppError, usual: Refusal<Values>, what: What) => Refusal<Values>;
}

export const NOT_REFUSED = { fields: {}, lines: [] } as const;
// The code of the call did not load: for the user the same as a call that did not reach the server.
const OFFLINE: AppError = { kind: 'offline', lines: [] };

/** What a call answers that led to another page: this one is still drawn for a moment, and takes no second press. */
export const LEFT = 'left';

/** Whether the call may have been carried out all the same: there was no answer, or one that leaves it open. */
export const mayBeDone = ({ kind, status = 0 }: AppError): boolean => kind !== 'http' || status >= 500;

/** The words of what is wrong, field by field. */
export const wordsOf = <Fails extends object>(
  fails: Fails,
  say: (fail: NonNullable<Fails[keyof Fails]>) => string,
): FieldTexts<Fails> =>
  Object.fromEntries(
    Object.entries(fails).flatMap(([field, fail]: [string, Fails[keyof Fails]]) => (fail ? [[field, say(fail)]] : [])),
  ) as FieldTexts<Fails>;

/**
 * A form of a few texts, such as a log-in: errors stand under their fields from the first try on, and the first
 * wrong field takes the focus. Large forms are `useSchemaForm`s; their library would weigh half of the first page.
 */
export function useFieldForm<Values extends object, What extends string = 'send'>({
  start,
  faults: faultsOf,
  refuse,
}: FieldFormRules<Values, What>) {
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<Refusal<Values>>(NOT_REFUSED);
  const [busy, setBusy] = useState<What | null>(null);
  // A second press in the same tick comes before the state has changed.
  const running = useRef(false);
  const errors: FieldTexts<Values> = { ...refused.fields, ...(tried && faultsOf(values)) };

  const change = useCallback((part: Partial<Values>): void => {
    setValues((now) => ({ ...now, ...part }));
    setRefused(NOT_REFUSED);
  }, []);
  const focusField = useCallback((field: keyof Values): void => {
    element.current?.querySelector<HTMLInputElement>(`[name="${String(field)}"]`)?.focus();
  }, []);
  const focusFirst = (wrong: object): boolean => {
    const first = Object.keys(start).find((field) => field in wrong);
    if (first === undefined) return false;
    focusField(first as keyof Values);
    return true;
  };
  /** Whether the values are good; the first field that is not takes the focus. */
  const check = (faults = faultsOf(values)): boolean => {
    setTried(true);
    return !focusFirst(faults);
  };

  /** Shows how the call has failed. */
  const fail = (error: AppError, what: What): void => {
    const said = Object.entries(error.fields ?? {}).filter(([field]) => field in start);
    const fields = Object.fromEntries(said) as FieldTexts<Values>;
    const usual: Refusal<Values> = { fields, lines: said.length > 0 ? [] : errorLines(error, 'server') };
    const refusal = refuse?.(error, usual, what) ?? usual;
    setRefused(refusal);
    if (!focusFirst(refusal.fields) && refusal.focus) focusField(refusal.focus);
  };

  return {
    element,
    values,
    lines: refused.lines,
    /** The call under way. */
    busy,
    change,
    focus: focusField,
    check,
    fail,
    bind: (field: keyof Values & string): BoundField<string> => ({
      name: field,
      value: String(values[field]),
      error: errors[field],
      onValueChange: (value) => change({ [field]: value } as Partial<Values>),
    }),
    /** Of a `<form noValidate>`. */
    onSubmit: (submit: () => unknown) => (event: ReactSubmitEvent) => {
      event.preventDefault();
      void submit();
    },
    /** Checks the values, or only the `faults` passed in, and makes the call: one at a time, and none after `LEFT`. */
    submit: async (what: What, call: () => Promise<unknown>, faults?: FieldTexts<Values>): Promise<void> => {
      if (running.current || !check(faults)) return;
      running.current = true;
      setBusy(what);
      try {
        if ((await call()) === LEFT) return;
      } catch (error) {
        fail(isChunkError(error) ? OFFLINE : failureOf(error), what);
      }
      running.current = false;
      setBusy(null);
    },
    /** Begins anew with these values and the others as they are typed: nothing was tried or refused. */
    begin: (part: Partial<Values>): void => {
      change(part);
      setTried(false);
    },
  };
}

export type FieldForm<Values extends object, What extends string> = ReturnType<typeof useFieldForm<Values, What>>;
