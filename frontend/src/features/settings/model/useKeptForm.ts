import { useEffect, useEffectEvent } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useKept } from '../../../entities/session/useKept';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { keptSection } from './schema';
import type { Save } from './useSave';

/** What is typed into the page's one open section. */
export const useKeptSection = () => useKept('settings', keptSection);

/** Never kept outside the form. */
const SECRETS = ['password', 'currentPassword'];

/** Keeps what is typed into a section, and brings back what an earlier visit left, on the version that it rests on. */
export function useKeptForm<Values extends FieldValues, Output extends FieldValues, Body>(
  form: SchemaForm<Values, Output>,
  { id, version, restOn }: Pick<Save<Body>, 'id' | 'version' | 'restOn'>,
): void {
  const { kept, keep } = useKeptSection();
  const { reset, getValues } = form;
  const { isDirty, dirtyFields } = form.formState;
  const restore = useEffectEvent(() => {
    if (kept?.id !== id) return;
    restOn(kept.version);
    const known = Object.entries(kept.values).filter(([field]) => field in getValues());
    reset({ ...getValues(), ...Object.fromEntries(known) }, { keepDefaultValues: true });
  });
  // Once, as the section opens.
  useEffect(() => restore(), []);
  useEffect(() => {
    // What was not touched is as it stands when the visitor comes back.
    const touched = new Set(Object.keys(dirtyFields));
    const values = Object.entries(getValues()).filter(([field]) => touched.has(field) && !SECRETS.includes(field));
    keep(isDirty ? { id, version: version(), values: Object.fromEntries(values) } : null);
  });
}
