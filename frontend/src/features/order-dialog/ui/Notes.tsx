import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Card } from '../../../shared/ui/Card';
import { TextArea } from '../../../shared/ui/TextArea';
import type { DraftFieldProps } from './Totals';

const MAX_NOTE = 300;

/** What the customer wrote, and what the seller writes. */
export function Notes({ order, draft, editing, onChange }: DraftFieldProps): ReactElement {
  const t = useText('orderDialog');
  const titleId = useId();
  return (
    <Card as="section" aria-labelledby={titleId}>
      <Title id={titleId}>{t('notes.customer')}</Title>
      <Words text={order.customerNote} empty={t('notes.noCustomer')} />
      {editing ? (
        <TextArea
          label={t('notes.seller')}
          value={draft.note ?? order.sellerNote}
          maxLength={MAX_NOTE}
          rows={3}
          onValueChange={(note) => {
            onChange({ note });
          }}
        />
      ) : (
        <>
          <Title>{t('notes.seller')}</Title>
          <Words text={order.sellerNote} empty={t('notes.noSeller')} last />
        </>
      )}
    </Card>
  );
}

interface WordsProps {
  readonly text: string;
  readonly empty: string;
  readonly last?: boolean;
}

const Words = ({ text, empty, last = false }: WordsProps): ReactElement => (
  <Paragraph data-empty={text === '' || undefined} data-last={last || undefined}>
    {text === '' ? empty : <bdi>{text}</bdi>}
  </Paragraph>
);

const Title = styled.h3({ ...type.label, fontWeight: 600 });

const Paragraph = styled.p({
  ...type.body,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  marginBlockEnd: space(3),
  '&[data-empty]': { color: colors.muted },
  '&[data-last]': { marginBlockEnd: 0 },
});
