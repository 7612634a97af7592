import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { mergeForm, sameForm } from '../../../entities/write/mergeForm';
import { useStore } from '../../../entities/write/useStore';
import type { AppError } from '../../../shared/api/appError';
import { errorLines } from '../../../shared/api/errorLines';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { type ToastOptions, toast, toastDuration } from '../../../shared/ui/Toast';
import type { SectionEdit } from './sectionEdit';
import { DELIVERY, type EditId } from './types';

interface SaveSteps<Values extends FieldValues, Output extends Edited, Edited extends Values> {
  readonly id: EditId;
  readonly form: SchemaForm<Values, Output>;
  readonly section: SectionEdit<Edited>;
  readonly onClose: () => void;
  /** What is said when it is done; left out: that it is saved. */
  readonly said?: (reply: unknown) => string;
  /** The server named fields: true when the form shows them in their places. */
  readonly onRefused?: (error: AppError) => boolean;
  readonly duration?: number;
}

export interface Save<Values extends FieldValues, Output extends Edited, Edited extends Values = Output>
  extends Pick<SaveSteps<Values, Output, Edited>, 'id' | 'form' | 'section'> {
  /** Of the section's toasts: its name, and their time. */
  readonly toasts: ToastOptions & { readonly thing: string };
  readonly busy: boolean;
  readonly save: (values: Output) => Promise<void>;
  /**
   * The section was changed elsewhere since the edit began, and nothing of the edit is saved: puts the form on top of
   * what stands now. Null: it was not.
   */
  readonly standOn: (() => void) | null;
}

/** Saves what a section's form has changed. */
export function useSave<Values extends FieldValues, Output extends Edited, Edited extends Values>({
  id,
  form,
  section,
  onClose,
  said,
  onRefused,
  duration = toastDuration.long,
}: SaveSteps<Values, Output, Edited>): Save<Values, Output, Edited> {
  const { t } = useTranslation('settings');
  const [busy, setBusy] = useState(false);
  const { conflict } = useStore(section.edit);
  const name = id === DELIVERY ? t('delivery.title') : t(`sections.${id}`);
  const toasts = { duration, thing: name };

  const show = (values: Values): void => {
    form.reset(section.now());
    form.reset(values, { keepDefaultValues: true });
  };

  const save = async (values: Output): Promise<void> => {
    setBusy(true);
    toast.dismiss(name);
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
        if (error.status === UNAUTHORIZED || onRefused?.(error)) return;
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
  return { id, form, section, toasts, busy, save, standOn: conflict && standOn };
}
