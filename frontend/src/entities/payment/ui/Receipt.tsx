import type { ReactElement, RefObject } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { FactTable, Paper } from '../../../shared/print/Paper';
import { PrintArea } from '../../../shared/print/PrintArea';
import type { Definition } from '../../../shared/ui/DefinitionGrid';

interface ReceiptProps {
  readonly areaRef: RefObject<HTMLDivElement | null>;
  /** What was paid for. */
  readonly title: string;
  readonly payer: string;
  readonly rows: readonly Definition[];
}

/** What the printer gets of a payment: half a sheet. */
export function Receipt({ areaRef, title, payer, rows }: ReceiptProps): ReactElement {
  const t = useText('payment');
  const all = payer === '' ? rows : [{ label: t('payer'), value: payer }, ...rows];
  return (
    <PrintArea areaRef={areaRef} title={t('receipt')}>
      <Paper>
        <h3>{t('receipt')}</h3>
        <p>{title}</p>
        <FactTable label={t('receipt')} facts={all} />
      </Paper>
    </PrintArea>
  );
}
