import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { namedDiscounts } from '../../../entities/order/discounts';
import { discountOf } from '../../../entities/order/order.math';
import type { OrderSheet } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { formatPercent } from '../../../shared/lib/units';
import type { PaperSize } from '../../../shared/print/measures';
import { whole } from '../../../shared/print/Paper';
import { paper } from '../../../shared/theme/paper';
import { AmountField } from '../../../shared/ui/AmountField';
import { Money } from '../../../shared/ui/Money';
import { inWords } from '../model/words';

interface PaperTotalsProps {
  readonly order: OrderSheet;
  readonly size: PaperSize;
  /** The paper has unsaved changes. */
  readonly draft: boolean;
  /** Called with the typed total of the paper invoice; left out, it is read-only. */
  readonly onPaperBill?: ((amount: number | null) => void) | undefined;
}

/** An amount in the words of the page's language. */
function useInWords(amount: number): string {
  const t = useText('invoice');
  const words = inWords(amount, {
    zero: t('words.zero'),
    join: (first, second) => t('words.join', { first, second }),
    ones: t('words.ones', { returnObjects: true }),
    tens: t('words.tens', { returnObjects: true }),
    hundreds: t('words.hundreds', { returnObjects: true }),
    scales: t('words.scales', { returnObjects: true }),
  });
  return t('totals.inWords', { words });
}

/** The totals, in figures and in words. */
export function PaperTotals({ order, size, draft, onPaperBill }: PaperTotalsProps): ReactElement {
  const t = useText('invoice');
  const { totals, taxRate, paperBill } = order;
  const words = useInWords(totals.grand);
  const discounts = namedDiscounts(order);
  const undiscounted = totals.purchase + discountOf(order.discounts);
  return (
    <Block data-size={size}>
      <Table aria-label={t('totals.label')}>
        <tbody>
          <Line label={t('totals.products')} value={<Money amount={undiscounted} />} />
          {discounts.map(({ name, amount }) => (
            <Line key={name} label={name} value={<Money amount={-amount} />} />
          ))}
          {discounts.length > 0 && <Line label={t('totals.discounted')} value={<Money amount={totals.purchase} />} />}
          <Line label={t('totals.tax', { rate: formatPercent(taxRate) })} value={<Money amount={totals.tax} />} />
          <Line label={t('totals.shipping')} value={<Money amount={totals.shipping} />} />
          <Line strong label={t('totals.grand')} value={<Money amount={totals.grand} />} />
          <tr>
            <Words colSpan={2}>{words}</Words>
          </tr>
          {draft && discounts.length > 0 && (
            <tr>
              <Words colSpan={2}>{t('totals.waiting')}</Words>
            </tr>
          )}
          {onPaperBill ? (
            <Line
              label={t('totals.paper')}
              value={
                <AmountField label={t('totals.paper')} labelHidden value={paperBill} onValueChange={onPaperBill} />
              }
            />
          ) : (
            (paperBill ?? 0) > 0 && <Line label={t('totals.paper')} value={<Money amount={paperBill} />} />
          )}
        </tbody>
      </Table>
    </Block>
  );
}

interface LineProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly strong?: boolean;
}

function Line({ label, value, strong }: LineProps): ReactElement {
  return (
    <tr data-strong={strong}>
      <th scope="row">{label}</th>
      <td>{value}</td>
    </tr>
  );
}

const Block = styled.section({
  ...whole,
  marginBlockEnd: '4mm',
  '& > table': { marginInlineStart: 'auto', inlineSize: '104mm' },
  '&[data-size="roll"] > table': { inlineSize: '100%' },
  '&[data-size="roll"] td > div': { inlineSize: '35mm' },
});

const Table = styled.table({
  '& td': { whiteSpace: 'nowrap', textAlign: 'end' },
  '& td[colspan]': { whiteSpace: 'normal', textAlign: 'start' },
  // As high as the row.
  '& td > div': { inlineSize: '46mm', marginInlineStart: 'auto' },
  '& td [data-frame]': { minBlockSize: 0, backgroundColor: paper.ground },
  '& td input, & td input[dir="ltr"]': { blockSize: '28px', paddingInline: '2mm', fontSize: 'inherit' },
  '& td span': { fontSize: 'inherit' },
});

const Words = styled.td({ fontWeight: 700 });
