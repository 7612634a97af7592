import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { maskMobile } from '../../../shared/lib/masks';
import type { PaperSize } from '../../../shared/print/measures';
import { quiet, rule, whole } from '../../../shared/print/paperStyles';
import { paper } from '../../../shared/theme/paper';
import { radius } from '../../../shared/theme/tokens';
import { Code } from '../../../shared/ui/Code';
import type { Invoice } from '../model/types';

interface PaperHeadProps {
  readonly invoice: Invoice;
  readonly size: PaperSize;
}

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes a line of its own. */
  readonly wide?: boolean;
}

const code = (text: string): ReactNode => (text === '' ? '' : <Code>{text}</Code>);

function useFacts({ code: number, createdAt, deliveryAt, revision, customer, seller }: Invoice): readonly Fact[] {
  const t = useText('invoice');
  const facts: readonly Fact[] = [
    { label: t('head.code'), value: code(number) },
    { label: t('head.revision'), value: revision > 0 ? formatNumber(revision) : '' },
    { label: t('head.createdAt'), value: code(createdAt) },
    { label: t('head.deliveryAt'), value: code(deliveryAt) },
    { label: t('head.seller'), value: seller },
    { label: t('head.customer'), value: customer.name },
    { label: t('head.shop'), value: customer.shop },
    { label: t('head.trade'), value: customer.trade },
    { label: t('head.region'), value: customer.region },
    { label: t('head.cellPhone'), value: code(maskMobile(customer.cellPhone)) },
    { label: t('head.phone'), value: code(customer.phone) },
    { label: t('head.address'), value: customer.address, wide: true },
  ];
  return facts.filter(({ value }) => value !== '');
}

/** Two facts a row on a sheet, one on a roll; a wide fact stands alone. */
function rowsOf(facts: readonly Fact[], perRow: number): readonly (readonly Fact[])[] {
  const rows: Fact[][] = [];
  for (const fact of facts) {
    const last = rows.at(-1);
    if (last && last.length < perRow && !fact.wide && !last[0]?.wide) last.push(fact);
    else rows.push([fact]);
  }
  return rows;
}

/** What the paper is, from whom and to whom, and the code that proves it. */
export function PaperHead({ invoice, size }: PaperHeadProps): ReactElement {
  const t = useText('invoice');
  const perRow = size === 'a4' ? 2 : 1;
  const rows = rowsOf(useFacts(invoice), perRow);
  return (
    <Head data-size={size}>
      <Top>
        <Names>
          <h3>{t('title')}</h3>
          {invoice.seller !== '' && <p>{invoice.seller}</p>}
          <Status data-status={invoice.status}>{t(`status.${invoice.status}`)}</Status>
        </Names>
        {invoice.qr !== '' && (
          <Proof>
            <img src={invoice.qr} alt={t('qr')} />
            <span>{t('qrHint')}</span>
          </Proof>
        )}
      </Top>
      <Facts aria-label={t('head.label')}>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]?.label}>
              {row.map(({ label, value }) => (
                <FactCells key={label} label={label} value={value} span={row.length < perRow ? 2 * perRow - 1 : 1} />
              ))}
            </tr>
          ))}
        </tbody>
      </Facts>
    </Head>
  );
}

function FactCells({ label, value, span }: Fact & { readonly span: number }): ReactElement {
  return (
    <>
      <th scope="row">{label}</th>
      <td colSpan={span}>{value}</td>
    </>
  );
}

const Head = styled.header({ ...whole, marginBlockEnd: '4mm', '&[data-size="roll"]': { marginBlockEnd: '3mm' } });

const Top = styled.div({
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'flex-start',
  gap: '6mm',
  marginBlockEnd: '3mm',
  '[data-size="roll"] > &': {
    flexDirection: 'column',
    alignItems: 'center',
    textAlign: 'center',
    gap: '2mm',
    marginBlockEnd: '3mm',
  },
});

const Names = styled.div({
  minInlineSize: 0,
  '& > h3': { fontSize: '1.75em', lineHeight: 1.5, fontWeight: 700 },
  '& > p': { fontSize: '1.2em', lineHeight: 1.6 },
});

const Status = styled.span({
  display: 'inline-block',
  marginBlockStart: '1.5mm',
  paddingInline: '3mm',
  paddingBlock: '.2mm',
  border: `1px solid ${paper.ink}`,
  borderRadius: radius.full,
  fontWeight: 700,
  // The two that nobody may deliver by.
  '&[data-status="cancelled"], &[data-status="unknown"]': { borderStyle: 'dashed' },
});

const Proof = styled.div({
  flex: 'none',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  '& > img': { inlineSize: '32mm', blockSize: '32mm' },
  '& > span': { fontSize: '.78em', color: quiet },
});

const Facts = styled.table({
  tableLayout: 'fixed',
  border: rule,
  '& th, & td': { border: rule, paddingInline: '2mm', paddingBlock: '.8mm', textAlign: 'start', verticalAlign: 'top' },
  '& th': {
    inlineSize: '28mm',
    fontWeight: 400,
    color: quiet,
    backgroundColor: paper.band,
    whiteSpace: 'nowrap',
  },
  '& td': { overflowWrap: 'anywhere' },
  '[data-size="roll"] > & th': { inlineSize: '23mm', paddingInline: '1mm', backgroundColor: 'transparent' },
  '[data-size="roll"] > & td': { paddingInline: '1mm' },
});
