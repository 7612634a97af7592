import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useStoredDraft } from '../../../entities/session/useStoredDraft';
import { mergeForm } from '../../../entities/write/mergeForm';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { draftSchema } from './draft/schema';
import type { SectionEdit } from './sectionEdit';
import type { FormId } from './types';

/** Never stored outside the form. */
const SECRETS = ['password', 'currentPassword'];

const withoutSecrets = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !SECRETS.includes(field)));

/** Stores what is typed into a section as a draft, and restores the draft of an earlier visit with its base copy. */
export function useFormDraft<Values extends FieldValues, Output extends Values>(
  id: FormId,
  { reset, getValues, formState: { isDirty } }: SchemaForm<Values, Output>,
  section: SectionEdit<Values>,
): void {
  const { stored: draft, store } = useStoredDraft('settings', draftSchema);
  const restore = useEffectEvent(() => {
    if (draft?.id !== id) return;
    const now = section.now();
    const known = (values: object) => ({
      ...now,
      ...Object.fromEntries(Object.entries(values).filter(([field]) => field in now)),
    });
    const form = known(draft.before.values);
    section.restOn({ version: draft.before.version, form });
    reset(mergeForm<Values>(form, now, known(draft.values)), { keepDefaultValues: true });
  });
  // Once, when the section is opened.
  useEffect(() => restore(), []);
  useEffect(() => {
    const { version, form } = section.base();
    const before = { version, values: withoutSecrets(form) };
    store(isDirty ? { id, before, values: withoutSecrets(getValues()) } : null);
  });
}
