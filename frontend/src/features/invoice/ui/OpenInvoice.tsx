import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useState } from 'react';
import type { OrderSheet } from '../../../entities/order/types';
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
import { useInvoiceDraft } from '../model/useInvoiceDraft';
import { EditSheet } from './EditSheet';
import { FitWidth } from './FitWidth';
import { InvoiceBar } from './InvoiceBar';
import { InvoiceNotices } from './InvoiceNotices';
import { InvoicePaper } from './InvoicePaper';

interface OpenInvoiceProps {
  /** The server's copy. */
  readonly order: OrderSheet;
  /** Why the paper could not be refreshed, line by line. */
  readonly problem: readonly string[] | null;
  readonly reload: () => Promise<unknown>;
  /** The dialog around the content and its footer. */
  readonly frame: (children: ReactNode, footer: ReactNode) => ReactElement;
}

/** The paper on the screen with its actions, and the paper for the printer. */
export function OpenInvoice({ order, problem, reload, frame }: OpenInvoiceProps): ReactElement {
  const t = useText('invoice');
  const state = useInvoiceDraft(order);
  const [size, chooseSize] = usePaperSize();
  const inPlace = useMedia(query.tabletUp);
  const { target, startPrint } = usePrint(order.code === '' ? '' : t('titleOf', { code: order.code }));
  const [asking, setAsking] = useState(false);
  const [editing, setEditing] = useState(false);
  useLeaveQuestion({ ...t('leave', { returnObjects: true }), asks: state.dirty, within: 'invoice', orderId: order.id });

  const { sheet, dirty, editable } = state;
  const fields = editable ? state : undefined;
  const saveAndPrint = async (): Promise<void> => {
    const saved = await state.save();
    setAsking(false);
    if (saved) await startPrint();
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
        <InvoiceNotices order={order} state={state} problem={problem} onReload={reload} />
      </Tools>
      <FitWidth size={size}>
        <InvoicePaper order={sheet} size={size} draft={dirty} fields={inPlace ? fields : undefined} />
      </FitWidth>
      <PrintArea
        target={target}
        size={size}
        title={order.code === '' ? t('title') : t('titleOf', { code: codeInText(order.code) })}
      >
        <InvoicePaper order={sheet} size={size} draft={dirty} />
      </PrintArea>
      {editing && fields && !inPlace && <EditSheet order={order} draft={fields} onClose={() => setEditing(false)} />}
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
        else void startPrint();
      }}
    />,
  );
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
