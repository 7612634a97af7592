import { useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import type { Attempt } from '../../../entities/write/attempt';
import { mergeForm, sameForm } from '../../../entities/write/mergeForm';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { type FormSchema, type SchemaForm, useSchemaForm } from '../../../shared/form/useSchemaForm';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import { type SaveSection, type SectionBodies, useSaveRuleMutation, useSaveSectionMutation } from '../api/endpoints';
import { makeSectionEdit, type SectionEdit, type SectionRules } from './sectionEdit';
import { DELIVERY, type FormId, type Versioned } from './types';
import { useFormDraft } from './useFormDraft';

/** What the form of a section needs to know about it. */
interface SectionRow<
  Id extends FormId,
  Values extends FieldValues,
  Output extends Values,
  Copy extends Versioned<Values>,
> extends Omit<SectionRules<Values, Copy, SectionBodies[Id]>, 'send'> {
  readonly id: Id;
  /** The form's rules; `base` is the form of the server's copy that the edit is based on. */
  readonly schema: (base: () => Values) => FormSchema<Values, Output>;
  /** It is saved or cancelled, or the form's code could not be loaded. */
  readonly onClose: () => void;
  /** The text of the toast after saving, from the server's reply. Left out: that it is saved. */
  readonly doneText?: (reply: unknown) => string;
  /** The field of the form for each field that the server may name in a refusal. */
  readonly fieldOf?: Readonly<Record<string, FieldPath<Values>>>;
  readonly duration?: number;
}

export interface SectionForm<Values extends FieldValues, Output extends Values = Values> {
  readonly id: FormId;
  readonly form: SchemaForm<Values, Output>;
  /** The form of the server's copy that the edit is based on. */
  readonly base: () => Values;
  /** Options of the section's toasts: its name, and how long they stay. */
  readonly toasts: ToastOptions & { readonly thing: string };
  readonly busy: boolean;
  readonly save: (values: Output) => Promise<void>;
  readonly onClose: () => void;
  /**
   * Puts the edit on top of the server's newest copy. Null unless the section was changed elsewhere since the edit began,
   * so that nothing of the edit was saved.
   */
  readonly standOn: (() => void) | null;
}

/** The form of a section while it is edited: a draft in the tab, saved on top of the server's newest copy. */
export function useSectionForm<
  Id extends FormId,
  Values extends FieldValues,
  Output extends Values,
  Copy extends Versioned<Values>,
>({
  id,
  schema,
  onClose,
  doneText,
  fieldOf = {},
  duration = toastDuration.long,
  ...rules
}: SectionRow<Id, Values, Output, Copy>): SectionForm<Values, Output> {
  const t = useText('settings');
  const [saveSection] = useSaveSectionMutation();
  const [saveRule] = useSaveRuleMutation();
  const write = id === DELIVERY ? saveRule : saveSection;
  const send = (attempt: Attempt<SectionBodies[Id]>) => write({ id, ...attempt } as SaveSection).unwrap();
  const [section] = useState((): SectionEdit<Values> => makeSectionEdit({ ...rules, send }));
  const [checked] = useState(() => schema(() => section.base().form));
  const form = useSchemaForm(checked, section.now() as DefaultValues<Values>);
  const [busy, setBusy] = useState(false);
  const { conflict } = useStore(section.edit);
  useFormDraft(id, form, section);
  const toasts = { duration, thing: t(`sections.${id}`) };

  const show = (values: Values): void => {
    form.reset(section.now());
    form.reset(values, { keepDefaultValues: true });
  };

  /** Shows the messages of a refusal at the fields that it names; false when it names none. */
  const showRefused = (fields: Readonly<Record<string, string>>): boolean => {
    const named = Object.entries(fields).flatMap(([field, message]) => {
      const at = fieldOf[field];
      return at ? [{ at, message }] : [];
    });
    for (const { at, message } of named) form.setError(at, { message });
    if (named.length > 0) toast.error([...new Set(named.map(({ message }) => message))], toasts);
    return named.length > 0;
  };

  const save = async (values: Output): Promise<void> => {
    setBusy(true);
    toast.dismiss(toasts.thing);
    const sent = structuredClone(form.getValues());
    try {
      const pushed = await section.push(values);
      if (pushed.kind === 'done') {
        const words = doneText && pushed.reply !== null ? doneText(pushed.reply) : t('done.saved');
        if (pushed.isFresh) toast.success(words, toasts);
        else toast.warning(t('done.savedNotShown'), toasts);
        const typed = form.getValues();
        if (sameForm(sent, typed)) onClose();
        // More was typed while it was being saved: the form stays open with that.
        else show(mergeForm<Values>(sent, section.now(), typed));
      } else if (pushed.kind === 'failed') {
        const { error } = pushed;
        if (error.status === UNAUTHORIZED || showRefused(error.fields ?? {})) return;
        toast.error(error.kind === 'http' ? errorLines(error, 'settingsSave') : errorLines(error), toasts);
      }
    } finally {
      setBusy(false);
    }
  };

  const standOn = (): void => {
    section.edit.keepMine();
    show(section.edit.get().changes ?? section.now());
  };
  return { id, form, base: () => section.base().form, toasts, busy, save, onClose, standOn: conflict && standOn };
}
