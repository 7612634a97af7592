import type { Send } from '../../../entities/write/attempt';
import { type Edit, makeEdit } from '../../../entities/write/edit';
import { mergeForm, type Row, sameForm } from '../../../entities/write/mergeForm';
import type { AppError } from '../../../shared/api/appError';
import type { Versioned } from './types';

export interface SectionRules<Form, Given extends Versioned<Form>, Body> {
  /** The section as it stood when its form was opened. */
  readonly given: Given;
  /** Reads it again; null when that failed. */
  readonly reload: () => Promise<Given | null>;
  /** What is sent of a form that rests on `now`. */
  readonly toBody: (now: Given, form: Form) => Body;
  readonly send: Send<Body, unknown>;
}

type Pushed =
  /** `reply`: null when there was nothing to send. `shown`: it could be read again. */
  | { readonly kind: 'done'; readonly reply: unknown; readonly shown: boolean }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** It was changed elsewhere: the user decides. */
  | { readonly kind: 'asks' };

export interface SectionEdit<Form> {
  readonly edit: Pick<Edit<Versioned<Form>, Form | null, unknown>, 'get' | 'subscribe' | 'keepMine'>;
  /** The server's copy that the form rests on. */
  readonly base: () => Versioned<Form>;
  /** The edit began earlier, on another copy. */
  readonly restOn: (base: Versioned<Form>) => void;
  /** The server's copy as it was read last. */
  readonly now: () => Form;
  readonly push: (form: Form) => Promise<Pushed>;
}

const rowsOf = (form: object): readonly Row[] => Object.values(form).filter(Array.isArray).flat() as Row[];

/** The form with the ids that the server has given the cards of `sent`, which it keeps in their order. */
function withGivenIds<Form extends object>(form: Form, sent: Form, now: Form): Form {
  const [before, after] = [rowsOf(sent), rowsOf(now)];
  if (before.length !== after.length) return form;
  const given = new Map(before.map(({ id }, index) => [id, after[index]?.id ?? id]));
  const named = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? (value as Row[]).map((row) => ({ ...row, id: given.get(row.id) ?? row.id })) : value,
  ]);
  return Object.fromEntries(named) as Form;
}

/**
 * A section's form and its one way to the server. Only what was changed in it is put on top of what stands there by
 * then, row by row in lists; everything else stays as somebody else has left it.
 */
export function makeSectionEdit<Form extends object, Given extends Versioned<Form>, Body>(
  rules: SectionRules<Form, Given, Body>,
): SectionEdit<Form> {
  let now = rules.given;
  /** What the push under way has met. */
  const met: { failure: AppError | null; reply: unknown; shown: boolean | null } = {
    failure: null,
    reply: null,
    shown: null,
  };

  const reread = async (): Promise<Given | undefined> => {
    const fresh = await rules.reload();
    if (fresh) now = fresh;
    return fresh ?? undefined;
  };

  const edit = makeEdit<Given, Form | null, Body, unknown>({
    none: null,
    copy: () => now,
    reread,
    versionOf: ({ version }) => version,
    apply: (copy, form) => ({ ...copy, form: form ?? copy.form }),
    differs: (before, after) => !sameForm(before.form, after.form),
    rebase: (before, after, form) => {
      const merged = form && mergeForm(before.form, after.form, form);
      return merged && sameForm(after.form, merged) ? null : merged;
    },
    isEmpty: (form) => form === null,
    later: (sent, form) => {
      if (!sent || !form || sameForm(sent, form)) return null;
      return mergeForm(withGivenIds(sent, sent, now.form), now.form, withGivenIds(form, sent, now.form));
    },
    toBody: (copy, form) => rules.toBody(copy, form ?? copy.form),
    send: rules.send,
    land: async ({ changes }, reply) => {
      met.reply = reply;
      met.shown = (await reread()) !== undefined;
      if (!met.shown && changes) now = { ...now, form: changes };
    },
    notify: (error) => {
      met.failure = error;
    },
    keepsRefused: true,
  });

  return {
    edit,
    base: () => edit.get().before ?? now,
    restOn: (before) => edit.set({ before: { ...now, ...before } }),
    now: () => now.form,
    push: async (form) => {
      Object.assign(met, { failure: null, reply: null, shown: null });
      edit.change(() => form);
      if (await edit.push()) {
        // Nothing to send: what stands by now is shown all the same.
        const shown = met.shown ?? (await reread()) !== undefined;
        return { kind: 'done', reply: met.reply, shown };
      }
      const { failure } = met;
      return failure && edit.get().conflict === null ? { kind: 'failed', error: failure } : { kind: 'asks' };
    },
  };
}
