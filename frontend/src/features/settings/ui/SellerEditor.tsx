import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { Seller, SellerForm } from '../../../entities/seller/types';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
import { useSaveSectionMutation } from '../api/endpoints';
import { formFieldOf, toSellerBody } from '../api/map';
import { sellerSchema } from '../model/schema';
import { changesLogIn, hasCooperation } from '../model/sellerRules';
import { useSectionForm } from '../model/useSectionForm';
import { CooperationFields } from './CooperationFields';
import type { EditorProps } from './Section';
import { SectionForm } from './SectionForm';
import { SellerFields } from './SellerFields';

export interface FormPart {
  readonly form: SchemaForm<SellerForm>;
}

/** The seller's form. It starts from what the server has; leaving it without saving leaves that as it is. */
export function SellerEditor({ children, ...props }: EditorProps<Seller>): ReactElement {
  const { type, proposal } = props.given;
  const [save] = useSaveSectionMutation();
  const section = useSectionForm({
    id: 'seller',
    schema: (base) => sellerSchema(base, type),
    toBody: toSellerBody,
    send: (attempt) => save({ id: 'seller', ...attempt }).unwrap(),
    fieldOf: formFieldOf,
    // Terms that were changed are a proposal, which the server says in words of its own.
    said: String,
    ...props,
  });
  const { form, base } = section;
  const typed = { mobile: form.bind('mobile').value, password: form.bind('password').value };
  return (
    <SectionForm section={section} current={children}>
      <Grid>
        <SellerFields form={form} type={type} proves={changesLogIn(typed, base())} />
        {hasCooperation(type) && <CooperationFields form={form} proposal={proposal} />}
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
