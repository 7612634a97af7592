import { Printer } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { useText } from '../../../shared/i18n/useText';
import { codeInText } from '../../../shared/lib/digits';
import { PrintArea } from '../../../shared/print/PrintArea';
import { printPaper } from '../../../shared/print/printPaper';
import { usePaperTitle } from '../../../shared/print/usePaperTitle';
import { IconButton } from '../../../shared/ui/IconButton';
import type { CommissionInvoice } from '../model/types';
import { InvoicePaper } from './InvoicePaper';

/** The button, and the paper that it sends to the printer. */
export function PrintInvoice({ invoice }: { readonly invoice: CommissionInvoice }): ReactElement {
  const t = useText('commissionInvoices');
  const area = useRef<HTMLDivElement>(null);
  usePaperTitle(t('titleOf', { number: invoice.number }));
  const print = async (): Promise<void> => {
    if (area.current) await printPaper(area.current);
  };
  return (
    <>
      <IconButton label={t('print')} icon={<Printer size={22} />} onClick={() => void print()} />
      <PrintArea
        areaRef={area}
        size="a4"
        foot={{
          title: t('titleOf', { number: codeInText(invoice.number) }),
          page: t('paper.page'),
          of: t('paper.of'),
        }}
      >
        <InvoicePaper invoice={invoice} />
      </PrintArea>
    </>
  );
}
