import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useState } from 'react';
import { linesOf } from '../../../entities/order/order.math';
import { useMedia } from '../../../shared/hooks/useMedia';
import { useText } from '../../../shared/i18n/useText';
import { codeInText } from '../../../shared/lib/digits';
import { useLeaveQuestion } from '../../../shared/navigation/useLeaveQuestion';
import { PAPER_SIZES } from '../../../shared/print/measures';
import { PrintArea } from '../../../shared/print/PrintArea';
import { usePrint } from '../../../shared/print/usePrint';
import { query } from '../../../shared/theme/media';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Segmented } from '../../../shared/ui/Segmented';
import { usePaperSize } from '../model/paperSize';
import type { Invoice } from '../model/types';
import { type InvoiceDraft, useInvoiceDraft } from '../model/useInvoiceDraft';
import { EditSheet } from './EditSheet';
import { FitWidth } from './FitWidth';
import { InvoiceBar } from './InvoiceBar';
import { InvoiceNotices } from './InvoiceNotices';
import { InvoicePaper, type PaperFields } from './InvoicePaper';

interface OpenInvoiceProps {
  readonly orderId: string;
  /** The server's copy. */
  readonly invoice: Invoice;
  /** Why the paper could not be read again, line by line. */
  readonly problem: readonly string[] | null;
  readonly reload: () => Promise<unknown>;
  /** The dialog around what is in it. */
  readonly frame: (children: ReactNode, footer: ReactNode) => ReactElement;
}

/** The paper on the screen with what may be done to it, and the paper for the printer. */
export function OpenInvoice({ orderId, invoice, problem, reload, frame }: OpenInvoiceProps): ReactElement {
  const t = useText('invoice');
  const state = useInvoiceDraft(orderId, invoice);
  const [size, chooseSize] = usePaperSize();
  const inPlace = useMedia(query.tabletUp);
  const { area, print } = usePrint(invoice.code === '' ? '' : t('titleOf', { code: invoice.code }));
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  useLeaveQuestion({ ...t('leave', { returnObjects: true }), asks: state.dirty, within: 'invoice', orderId });

  const { shown, dirty, editable } = state;
  const fields = editable ? fieldsOf(invoice, state) : undefined;
  const saveAndPrint = async (): Promise<void> => {
    const saved = await state.save();
    setAsking(false);
    if (saved) await print();
  };

  return frame(
    <>
      <Tools>
        <Segmented
          variant="track"
          label={t('paper.label')}
          options={PAPER_SIZES.map((value) => ({ value, label: t(`paper.${value}`) }))}
          value={size}
          onSelect={chooseSize}
        />
        <InvoiceNotices invoice={invoice} state={state} problem={problem} onReload={reload} />
      </Tools>
      <FitWidth size={size}>
        <InvoicePaper invoice={shown} size={size} draft={dirty} fields={inPlace ? fields : undefined} />
      </FitWidth>
      <PrintArea
        areaRef={area}
        size={size}
        title={invoice.code === '' ? t('title') : t('titleOf', { code: codeInText(invoice.code) })}
      >
        <InvoicePaper invoice={shown} size={size} draft={dirty} />
      </PrintArea>
      {editing && fields && !inPlace && (
        <EditSheet invoice={invoice} fields={fields} onClose={() => setEditing(false)} />
      )}
      <ConfirmDialog
        isOpen={asking}
        title={t('askPrint.title')}
        confirmLabel={t('askPrint.confirm')}
        busy={state.sending}
        onClose={() => setAsking(false)}
        onConfirm={() => void saveAndPrint()}
      >
        {t('askPrint.body')}
      </ConfirmDialog>
    </>,
    <InvoiceBar
      state={state}
      stale={problem !== null}
      onEdit={fields && !inPlace ? () => setEditing(true) : undefined}
      onPrint={() => {
        if (dirty) setAsking(true);
        else void print();
      }}
    />,
  );
}

function fieldsOf(invoice: Invoice, { draft, wrong, shown, ...state }: InvoiceDraft): PaperFields {
  const saved = Object.fromEntries(linesOf(invoice.products).map(({ typeId, quantity }) => [typeId, quantity]));
  return {
    quantities: { typed: draft.quantities, saved, wrong, onChange: state.setQuantity },
    paperTotal: { value: shown.paperTotal, onChange: state.setPaperTotal },
    note: { value: shown.sellerNote, onChange: state.setNote },
  };
}

const Tools = styled.div({
  display: 'flex',
  flexDirection: 'column',
  gap: '12px',
  inlineSize: '100%',
  maxInlineSize: '210mm',
  marginInline: 'auto',
  '& > :first-of-type': { inlineSize: '100%', maxInlineSize: '320px', alignSelf: 'center' },
});
