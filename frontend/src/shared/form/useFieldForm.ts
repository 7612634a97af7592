import { type RefObject, type SubmitEvent, useCallback, useRef, useState } from 'react';
import { type AppError, failureOf } from '../api/appError';
import { errorLines } from '../api/errorLines';
import { isChunkError } from '../lib/chunks';

export type FieldTexts<Values> = { readonly [Field in keyof Values]?: string };

/** What the server said of a form: in the places of its fields, and of the whole. */
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
  /** What is said of a failure; `usual`: the fields of this form that the server named, else its lines. */
  readonly refuse?: (error: AppError, usual: Refusal<Values>, what: What) => Refusal<Values>;
}

interface BoundText {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValueChange: (value: string) => void;
}

export interface FieldForm<Values, What extends string> {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly values: Values;
  readonly lines: readonly string[];
  /** The call under way. */
  readonly busy: What | null;
  readonly change: (part: Partial<Values>) => void;
  readonly bind: (field: keyof Values & string) => BoundText;
  readonly focus: (field: keyof Values) => void;
  /** Checks the values, or what is left of them, and makes the call: one at a time. */
  readonly submit: (what: What, call: () => Promise<void>, faults?: FieldTexts<Values>) => Promise<void>;
  /** Whether the values are good; the first field that is not takes the focus. */
  readonly check: (faults?: FieldTexts<Values>) => boolean;
  /** Shows a failure that the call has met. */
  readonly fail: (error: AppError, what: What) => void;
  /** Of a `<form noValidate>`. */
  readonly onSubmit: (submit: () => unknown) => (event: SubmitEvent) => void;
  /** Begins anew with these values, and the others as they are typed by then: nothing was tried or refused. */
  readonly begin: (part: Partial<Values>) => void;
}

export const NOT_REFUSED = { fields: {}, lines: [] } as const;
// The code of the call did not come: for the user the same as a call that did not arrive.
const OFFLINE: AppError = { kind: 'offline', lines: [] };

/** Whether it may have been done all the same: nobody answered, or a server that was not told how it ended. */
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
 * A form of a few texts, such as a log-in: what is wrong stands under its field from the first try on, and the first
 * such field takes the focus. Large forms are `useSchemaForm`s; their library would weigh half of the first page.
 */
export function useFieldForm<Values extends object, What extends string = 'send'>({
  start,
  faults: faultsOf,
  refuse,
}: FieldFormRules<Values, What>): FieldForm<Values, What> {
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
  const focus = useCallback((field: keyof Values): void => {
    element.current?.querySelector<HTMLInputElement>(`[name="${String(field)}"]`)?.focus();
  }, []);
  const focusFirst = (wrong: object): boolean => {
    const first = Object.keys(start).find((field) => field in wrong);
    if (first === undefined) return false;
    focus(first as keyof Values);
    return true;
  };
  const check = (faults = faultsOf(values)): boolean => {
    setTried(true);
    return !focusFirst(faults);
  };

  const fail = (error: AppError, what: What): void => {
    const said = Object.entries(error.fields ?? {}).filter(([field]) => field in start);
    const fields = Object.fromEntries(said) as FieldTexts<Values>;
    const usual: Refusal<Values> = { fields, lines: said.length > 0 ? [] : errorLines(error, 'server') };
    const refusal = refuse?.(error, usual, what) ?? usual;
    setRefused(refusal);
    if (!focusFirst(refusal.fields) && refusal.focus) focus(refusal.focus);
  };

  return {
    element,
    values,
    lines: refused.lines,
    busy,
    change,
    focus,
    check,
    fail,
    bind: (field) => ({
      name: field,
      value: String(values[field]),
      error: errors[field],
      onValueChange: (value) => change({ [field]: value } as Partial<Values>),
    }),
    onSubmit: (submit) => (event) => {
      event.preventDefault();
      void submit();
    },
    submit: async (what, call, faults) => {
      if (running.current || !check(faults)) return;
      running.current = true;
      setBusy(what);
      try {
        await call();
      } catch (error) {
        fail(isChunkError(error) ? OFFLINE : failureOf(error), what);
      } finally {
        running.current = false;
        setBusy(null);
      }
    },
    begin: (part) => {
      change(part);
      setTried(false);
    },
  };
}
