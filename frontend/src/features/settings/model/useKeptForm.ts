import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { mergeForm } from '../../../entities/write/mergeForm';
import { useKeptSection } from './useKeptSection';
import type { Save } from './useSave';

/** Never kept outside the form. */
const SECRETS = ['password', 'currentPassword'];

const withoutSecrets = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !SECRETS.includes(field)));

/** Keeps what is typed into a section, and brings back what an earlier visit left, on the copy that it rests on. */
export function useKeptForm<Values extends FieldValues, Output extends Edited, Edited extends Values>({
  id,
  form,
  section,
}: Pick<Save<Values, Output, Edited>, 'id' | 'form' | 'section'>): void {
  const { kept, keep } = useKeptSection();
  const { reset, getValues } = form;
  const { isDirty } = form.formState;
  const restore = useEffectEvent(() => {
    if (kept?.id !== id) return;
    const now = section.now();
    const known = (values: object) => ({
      ...now,
      ...Object.fromEntries(Object.entries(values).filter(([field]) => field in now)),
    });
    const before = known(kept.before.values);
    section.restOn({ version: kept.before.version, value: before });
    reset(mergeForm<Values>(before, now, known(kept.values)), { keepDefaultValues: true });
  });
  // Once, as the section opens.
  useEffect(() => restore(), []);
  useEffect(() => {
    const { version, value } = section.base();
    const before = { version, values: withoutSecrets(value) };
    keep(isDirty ? { id, before, values: withoutSecrets(getValues()) } : null);
  });
}
