import styled from '@emotion/styled';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/api/appError';
import { type SchemaForm, useSchemaForm } from '../../../shared/form/useSchemaForm';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { toast } from '../../../shared/ui/Toast';
import { useEditSellerMutation } from '../api/endpoints';
import { formFieldOf, toSellerEdit } from '../api/map';
import type { EditorProps } from '../model/editor';
import { sellerSchema } from '../model/schema';
import { useSectionEdit } from '../model/sectionEdit';
import { changesLogIn, hasCooperation } from '../model/sellerRules';
import type { SellerForm, SellerRecord } from '../model/types';
import { useSave } from '../model/useSave';
import { CooperationFields } from './CooperationFields';
import { SectionForm } from './SectionForm';
import { SellerFields } from './SellerFields';

export interface FormPart {
  readonly form: SchemaForm<SellerForm>;
}

/** The seller's form. It starts from what the server has; leaving it without saving leaves that as it is. */
export function SellerEditor({ given, reload, onClose, children }: EditorProps<SellerRecord>): ReactElement {
  const { t } = useTranslation('settings');
  const [edit] = useEditSellerMutation();
  const section = useSectionEdit({
    given,
    reload,
    formOf: ({ form }: SellerRecord) => form,
    toBody: toSellerEdit,
    send: (write: Parameters<typeof edit>[0]) => edit(write).unwrap(),
  });
  const [schema] = useState(() => sellerSchema(() => section.base().value, given.type));
  const form = useSchemaForm(schema, given.form);

  const onRefused = ({ fields }: AppError): boolean => {
    const named = Object.entries(fields ?? {}).flatMap(([field, message]) => {
      const at = formFieldOf[field];
      return at ? [[at, message] as const] : [];
    });
    for (const [field, message] of named) form.setError(field, { message });
    if (named.length > 0) toast.error([...new Set(named.map(([, message]) => message))], save.toasts);
    return named.length > 0;
  };

  // Terms that were changed are a proposal, which the server says in words of its own.
  const save = useSave({ id: 'seller', form, section, onClose, onRefused, said: String });
  const typed = { mobile: form.bind('mobile').value, password: form.bind('password').value };
  return (
    <SectionForm save={save} onClose={onClose} emptyText={t('fail.sellerEmpty')} current={children}>
      <Grid>
        <SellerFields form={form} type={given.type} proves={changesLogIn(typed, section.base().value)} />
        {hasCooperation(given.type) && <CooperationFields form={form} proposal={given.proposal} />}
      </Grid>
    </SectionForm>
  );
}

const Grid = styled.div({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: space(4),
  [media.tabletUp]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  '& > [data-wide]': { gridColumn: '1 / -1' },
});
