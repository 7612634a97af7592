import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppError } from '../../../shared/api/appError';
import type { WireEditSellerBody } from '../../../shared/api/wire/settings.gen';
import { type SchemaForm, useSchemaForm } from '../../../shared/form/useSchemaForm';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { toast } from '../../../shared/ui/Toast';
import { useEditSellerMutation } from '../api/endpoints';
import { formFieldOf, switchOf, toSellerEdit } from '../api/map';
import { sellerSchema } from '../model/schema';
import { changesLogIn, hasCooperation } from '../model/sellerRules';
import type { SellerForm, SellerRecord } from '../model/types';
import { type EditorProps, useSave } from '../model/useSave';
import { CooperationFields } from './CooperationFields';
import { SectionForm } from './SectionForm';
import { SellerFields } from './SellerFields';

interface SellerEditorProps extends EditorProps<SellerRecord> {
  /** The data as they stand on the server. */
  readonly children: ReactNode;
  /** When its code does not come. */
  readonly onClose: () => void;
}

export interface FormPart {
  readonly form: SchemaForm<SellerForm>;
}

/** The seller's form. It starts from what the server has; leaving it without saving leaves that as it is. */
export function SellerEditor({ children, ...props }: SellerEditorProps): ReactElement {
  const { t } = useTranslation('settings');
  const [record] = useState(props.given);
  const [schema] = useState(() => sellerSchema(record.form, record.type));
  const form = useSchemaForm(schema, record.form);
  const [edit] = useEditSellerMutation();

  const onRefused = ({ fields }: AppError): boolean => {
    const named = Object.entries(fields ?? {}).flatMap(([field, message]) => {
      const at = formFieldOf[field];
      return at ? [[at, message] as const] : [];
    });
    for (const [field, message] of named) form.setError(field, { message });
    if (named.length > 0) toast.error([...new Set(named.map(([, message]) => message))], save.toasts);
    return named.length > 0;
  };

  const { dirtyFields } = form.formState;
  const onTop = (body: WireEditSellerBody): WireEditSellerBody => ({
    ...body,
    ...switchOf(dirtyFields.active === true, form.getValues(), props.given),
  });

  const save = useSave({
    ...props,
    id: 'seller',
    onRefused,
    // Terms that were changed are a proposal, which the server says in words of its own.
    said: String,
    onTop,
    send: (write: Parameters<typeof edit>[0]) => edit(write).unwrap(),
  });
  const typed = { mobile: form.bind('mobile').value, password: form.bind('password').value };
  return (
    <SectionForm
      form={form}
      save={save}
      onDone={props.onDone}
      emptyText={t('fail.sellerEmpty')}
      current={children}
      onSubmit={(values) => save.save(onTop(toSellerEdit(record, values)))}
    >
      <Grid>
        <SellerFields form={form} type={record.type} proves={changesLogIn(typed, record.form)} />
        {hasCooperation(record.type) && <CooperationFields form={form} proposal={record.proposal} />}
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
