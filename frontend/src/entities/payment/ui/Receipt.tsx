import styled from '@emotion/styled';
import type { ReactElement, RefObject } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { PrintArea } from '../../../shared/print/PrintArea';
import { quiet, rule, sheetGreys, whole } from '../../../shared/print/paperStyles';
import { usePaperTitle } from '../../../shared/print/usePaperTitle';
import { paper, paperVariables } from '../../../shared/theme/paper';
import type { Definition } from '../../../shared/ui/DefinitionGrid';

interface ReceiptProps {
  readonly areaRef: RefObject<HTMLDivElement | null>;
  /** What was paid for. */
  readonly title: string;
  readonly payer: string;
  /** The bank's reference: the name of a PDF. */
  readonly code: string;
  readonly rows: readonly Definition[];
}

/** What the printer gets of a payment: half a sheet, black on white. */
export function Receipt({ areaRef, title, payer, code, rows }: ReceiptProps): ReactElement {
  const t = useText('payment');
  usePaperTitle(`${t('receipt')} ${code}`);
  const all = payer === '' ? rows : [{ label: t('payer'), value: payer }, ...rows];
  return (
    <PrintArea areaRef={areaRef} size="a4" foot={{ title: t('receipt'), page: t('page'), of: t('of') }}>
      <Sheet>
        <h3>{t('receipt')}</h3>
        <p>{title}</p>
        <table>
          <tbody>
            {all.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>
    </PrintArea>
  );
}

const Sheet = styled.article({
  ...paperVariables,
  ...sheetGreys,
  ...whole,
  paddingInline: '1px',
  fontFamily: paper.family,
  fontSize: '11pt',
  lineHeight: 1.7,
  color: paper.ink,
  backgroundColor: paper.ground,
  printColorAdjust: 'exact',
  WebkitPrintColorAdjust: 'exact',
  '& > h3': { fontSize: '1.6em', fontWeight: 700 },
  '& > p': { marginBlockEnd: '4mm', color: quiet },
  '& > table': { inlineSize: '100%', borderCollapse: 'collapse', border: rule },
  '& th, & td': { border: rule, paddingInline: '3mm', paddingBlock: '1.5mm', textAlign: 'start' },
  '& th': { inlineSize: '50mm', fontWeight: 400, color: quiet, backgroundColor: paper.band, whiteSpace: 'nowrap' },
  '& td': { fontWeight: 700, overflowWrap: 'anywhere' },
});
