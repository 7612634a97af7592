import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { paths } from '../../../shared/navigation/paths';
import { colors, space, type } from '../../../shared/theme/tokens';
import { Badge } from '../../../shared/ui/Badge';
import { Card } from '../../../shared/ui/Card';
import { Code } from '../../../shared/ui/Code';
import { Jalali } from '../../../shared/ui/Jalali';
import { CardLink } from '../../../shared/ui/Link';
import { Money } from '../../../shared/ui/Money';
import type { InvoiceRow } from '../model/types';
import { statusTones } from './tones';

/** An invoice of the list; the whole card is a link to it. */
export function InvoiceCard({ invoice }: { readonly invoice: InvoiceRow }): ReactElement {
  const t = useText('commissionInvoices');
  return (
    <Tall interactive as="article">
      <Line>
        <InvoiceNumber>
          <CardLink to={paths.invoice.href(invoice.id)}>
            <Code>{invoice.number}</Code>
          </CardLink>
        </InvoiceNumber>
        <Badge tone={statusTones[invoice.status]}>{invoice.statusText}</Badge>
      </Line>
      <Facts>
        <dt>{t('fields.requester')}</dt>
        <dd>
          <bdi>{invoice.requester}</bdi>
        </dd>
        <dt>{t('date')}</dt>
        <dd>{invoice.date !== null && <Jalali date={invoice.date} />}</dd>
      </Facts>
      <Total>
        <span>{t('total')}</span>
        <Money amount={invoice.total} size="amount" />
      </Total>
    </Tall>
  );
}

const Tall = styled(Card)({ display: 'flex', flexDirection: 'column', gap: space(2) });

const Line = styled.div({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  columnGap: space(3),
});

const InvoiceNumber = styled.h2({ ...type.heading, minInlineSize: 0, overflowWrap: 'anywhere' });

const Facts = styled.dl({
  ...type.label,
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: space(3),
  fontWeight: 400,
  '& > dt': { color: colors.muted },
  '& > dd': { textAlign: 'end', overflowWrap: 'anywhere' },
});

const Total = styled.p({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: space(3),
  marginBlockStart: 'auto',
  paddingBlockStart: space(2),
  borderBlockStart: `1px solid ${colors.line}`,
  '& > span': { color: colors.muted },
});
