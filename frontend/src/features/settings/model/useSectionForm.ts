import { useState } from 'react';
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form';
import { mergeForm, sameForm } from '../../../entities/write/mergeForm';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { type FormSchema, type SchemaForm, useSchemaForm } from '../../../shared/form/useSchemaForm';
import { useStore } from '../../../shared/hooks/useStore';
import { useText } from '../../../shared/i18n/useText';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import { makeSectionEdit, type SectionEdit, type SectionRules } from './sectionEdit';
import type { FormId, Versioned } from './types';
import { useKeptForm } from './useKeptForm';

/** A section in one row: what of it is typed, by which rules, and where it is sent. */
interface SectionRow<Values extends FieldValues, Output extends Values, Given extends Versioned<Values>, Body>
  extends SectionRules<Values, Given, Body> {
  readonly id: FormId;
  /** The form's rules; `base` is the server's copy that it rests on. */
  readonly schema: (base: () => Values) => FormSchema<Values, Output>;
  /** It is saved or cancelled, or the form's code did not come. */
  readonly onClose: () => void;
  /** What is said when it is done; left out: that it is saved. */
  readonly said?: (reply: unknown) => string;
  /** Which field of the form a field of a refusal speaks of. */
  readonly fieldOf?: Readonly<Record<string, FieldPath<Values>>>;
  readonly duration?: number;
}

export interface SectionForm<Values extends FieldValues, Output extends Values = Values> {
  readonly id: FormId;
  readonly form: SchemaForm<Values, Output>;
  /** The server's copy that the form rests on. */
  readonly base: () => Values;
  /** Of the section's toasts: its name, and their time. */
  readonly toasts: ToastOptions & { readonly thing: string };
  readonly busy: boolean;
  readonly save: (values: Output) => Promise<void>;
  readonly onClose: () => void;
  /**
   * The section was changed elsewhere since the edit began, and nothing of the edit is saved: puts the form on top of
   * what stands now. Null: it was not.
   */
  readonly standOn: (() => void) | null;
}

/** The form of a section for as long as it is edited: kept in the tab, and saved on top of what stands on the server. */
export function useSectionForm<
  Values extends FieldValues,
  Output extends Values,
  Given extends Versioned<Values>,
  Body,
>({
  id,
  schema,
  onClose,
  said,
  fieldOf = {},
  duration = toastDuration.long,
  ...rules
}: SectionRow<Values, Output, Given, Body>): SectionForm<Values, Output> {
  const t = useText('settings');
  const [section] = useState((): SectionEdit<Values> => makeSectionEdit(rules));
  const [checked] = useState(() => schema(() => section.base().form));
  const form = useSchemaForm(checked, section.now() as DefaultValues<Values>);
  const [busy, setBusy] = useState(false);
  const { conflict } = useStore(section.edit);
  useKeptForm(id, form, section);
  const toasts = { duration, thing: t(`sections.${id}`) };

  const show = (values: Values): void => {
    form.reset(section.now());
    form.reset(values, { keepDefaultValues: true });
  };

  /** The server named fields: they say so in their places. */
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
        const words = said && pushed.reply !== null ? said(pushed.reply) : t('done.saved');
        if (pushed.shown) toast.success(words, toasts);
        else toast.warning(t('done.savedNotShown'), toasts);
        const typed = form.getValues();
        if (sameForm(sent, typed)) onClose();
        // Typed while it was being saved.
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
