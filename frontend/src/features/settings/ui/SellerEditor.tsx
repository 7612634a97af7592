import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import type { Seller, SellerForm } from '../../../entities/seller/types';
import type { SchemaForm } from '../../../shared/form/useSchemaForm';
import { media } from '../../../shared/theme/media';
import { space } from '../../../shared/theme/tokens';
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

/** The form of the seller's record. */
export function SellerEditor({ children, ...props }: EditorProps<Seller>): ReactElement {
  const { type, proposal } = props.copy;
  const section = useSectionForm({
    id: 'seller',
    schema: (base) => sellerSchema(base, type),
    toBody: toSellerBody,
    fieldOf: formFieldOf,
    // The server's own text: changed terms become a proposal, and it says so.
    doneText: String,
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
