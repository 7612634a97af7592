import type { Send } from '../../../entities/write/attempt';
import { type Edit, makeEdit } from '../../../entities/write/edit';
import { mergeForm, type Row, sameForm } from '../../../entities/write/mergeForm';
import type { AppError } from '../../../shared/api/appError';
import type { Versioned } from './types';

export interface SectionRules<Form, Copy extends Versioned<Form>, Body> {
  /** The server's copy when the form was opened. */
  readonly copy: Copy;
  /** Reads it again; null when that failed. */
  readonly reload: () => Promise<Copy | null>;
  /** What is sent of a form that is based on `now`. */
  readonly toBody: (now: Copy, form: Form) => Body;
  readonly send: Send<Body, unknown>;
}

type Pushed =
  /** `reply`: null when there was nothing to send. `isFresh`: the section was read again afterwards. */
  | { readonly kind: 'done'; readonly reply: unknown; readonly isFresh: boolean }
  | { readonly kind: 'failed'; readonly error: AppError }
  /** The section was changed elsewhere, and the user has to decide. */
  | { readonly kind: 'conflict' };

export interface SectionEdit<Form> {
  readonly edit: Pick<Edit<Versioned<Form>, Form | null, unknown>, 'get' | 'subscribe' | 'keepMine'>;
  /** The server's copy that the form is based on. */
  readonly base: () => Versioned<Form>;
  /** Continues an edit that began earlier, on another copy. */
  readonly restOn: (base: Versioned<Form>) => void;
  /** The form of the server's copy that was read last. */
  readonly now: () => Form;
  readonly push: (form: Form) => Promise<Pushed>;
}

const rowsOf = (form: object): readonly Row[] => Object.values(form).filter(Array.isArray).flat() as Row[];

/** The form with the server's ids for the new cards of `sent`; the server keeps the order of the cards. */
function withServerIds<Form extends object>(form: Form, sent: Form, now: Form): Form {
  const [before, after] = [rowsOf(sent), rowsOf(now)];
  if (before.length !== after.length) return form;
  const serverIds = new Map(before.map(({ id }, index) => [id, after[index]?.id ?? id]));
  const named = Object.entries(form).map(([name, value]: [string, unknown]) => [
    name,
    Array.isArray(value) ? (value as Row[]).map((row) => ({ ...row, id: serverIds.get(row.id) ?? row.id })) : value,
  ]);
  return Object.fromEntries(named) as Form;
}

/**
 * The edit of a section and its write. Only what the user changed is put on top of the server's newest copy, row by row
 * in lists; everything else stays as others have changed it.
 */
export function makeSectionEdit<Form extends object, Copy extends Versioned<Form>, Body>(
  rules: SectionRules<Form, Copy, Body>,
): SectionEdit<Form> {
  let now = rules.copy;
  /** What the current push has led to; `isFresh` is null until the section is read again. */
  let outcome: { failure?: AppError; reply: unknown; isFresh: boolean | null } = { reply: null, isFresh: null };

  const reread = async (): Promise<Copy | undefined> => {
    const fresh = await rules.reload();
    if (fresh) now = fresh;
    return fresh ?? undefined;
  };

  const edit = makeEdit<Copy, Form | null, Body, unknown>({
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
      return mergeForm(withServerIds(sent, sent, now.form), now.form, withServerIds(form, sent, now.form));
    },
    toBody: (copy, form) => rules.toBody(copy, form ?? copy.form),
    send: rules.send,
    land: async ({ changes }, reply) => {
      const isFresh = (await reread()) !== undefined;
      outcome = { ...outcome, reply, isFresh };
      if (!isFresh && changes) now = { ...now, form: changes };
    },
    notify: (failure) => {
      outcome = { ...outcome, failure };
    },
    keepsRefused: true,
  });

  return {
    edit,
    base: () => edit.get().before ?? now,
    restOn: (before) => edit.set({ before: { ...now, ...before } }),
    now: () => now.form,
    push: async (form) => {
      outcome = { reply: null, isFresh: null };
      edit.change(() => form);
      if (await edit.push()) {
        // Without anything to send the section is read again all the same.
        const isFresh = outcome.isFresh ?? (await reread()) !== undefined;
        return { kind: 'done', reply: outcome.reply, isFresh };
      }
      const { failure } = outcome;
      return failure && edit.get().conflict === null ? { kind: 'failed', error: failure } : { kind: 'conflict' };
    },
  };
}
