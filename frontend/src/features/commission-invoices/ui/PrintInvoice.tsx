import { Printer } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { codeInText } from '../../../shared/lib/digits';
import { PrintArea } from '../../../shared/print/PrintArea';
import { usePrint } from '../../../shared/print/usePrint';
import { IconButton } from '../../../shared/ui/IconButton';
import type { CommissionInvoice } from '../model/types';
import { InvoicePaper } from './InvoicePaper';

/** The button, and the paper that it sends to the printer. */
export function PrintInvoice({ invoice }: { readonly invoice: CommissionInvoice }): ReactElement {
  const t = useText('commissionInvoices');
  const { target, startPrint } = usePrint(t('titleOf', { number: invoice.number }));
  return (
    <>
      <IconButton label={t('print')} icon={<Printer size={22} />} onClick={() => void startPrint()} />
      <PrintArea target={target} title={t('titleOf', { number: codeInText(invoice.number) })}>
        <InvoicePaper invoice={invoice} />
      </PrintArea>
    </>
  );
}
