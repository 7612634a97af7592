import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useKept } from '../../../entities/session/useKept';
import { mergeForm } from '../../../entities/write/mergeForm';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { keptSection } from './kept/schema';
import type { SectionEdit } from './sectionEdit';
import type { FormId } from './types';

/** Never kept outside the form. */
const SECRETS = ['password', 'currentPassword'];

const withoutSecrets = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !SECRETS.includes(field)));

/** Keeps what is typed into a section, and brings back what an earlier visit left, on the copy that it rests on. */
export function useKeptForm<Values extends FieldValues, Output extends Values>(
  id: FormId,
  { reset, getValues, formState: { isDirty } }: SchemaForm<Values, Output>,
  section: SectionEdit<Values>,
): void {
  const { kept, keep } = useKept('settings', keptSection);
  const restore = useEffectEvent(() => {
    if (kept?.id !== id) return;
    const now = section.now();
    const known = (values: object) => ({
      ...now,
      ...Object.fromEntries(Object.entries(values).filter(([field]) => field in now)),
    });
    const form = known(kept.before.values);
    section.restOn({ version: kept.before.version, form });
    reset(mergeForm<Values>(form, now, known(kept.values)), { keepDefaultValues: true });
  });
  // Once, as the section opens.
  useEffect(() => restore(), []);
  useEffect(() => {
    const { version, form } = section.base();
    const before = { version, values: withoutSecrets(form) };
    keep(isDirty ? { id, before, values: withoutSecrets(getValues()) } : null);
  });
}
