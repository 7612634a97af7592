import type { ReactElement } from 'react';
import { applied } from '../../../entities/order/edit/changes';
import { compareContents } from '../../../entities/order/order.changes';
import type { OrderSheet } from '../../../entities/order/types';
import { LostNotice } from '../../../entities/order/ui/LostNotice';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { type InvoiceDraft, mayChange, type Refusal } from '../model/useInvoiceDraft';

interface InvoiceNoticesProps {
  /** The server's copy. */
  readonly order: OrderSheet;
  readonly state: InvoiceDraft;
  /** Why the paper could not be refreshed, line by line. */
  readonly problem: readonly string[] | null;
  readonly onReload: () => Promise<unknown>;
}

/** A save that was lost or refused; stays until the user has decided. */
export function InvoiceNotices({ order, state, problem, onReload }: InvoiceNoticesProps): ReactElement | null {
  const t = useText(['invoice', 'ui']);
  if (state.lost)
    return <LostNotice texts={t('lost', { returnObjects: true })} onRetry={state.save} onDrop={state.discard} />;
  if (state.refusal) return <Refused order={order} refusal={state.refusal} onSeen={state.seen} />;
  if (state.wrong.length > 0) {
    return (
      <Notice tone="danger">
        <p>{t('quantityError')}</p>
      </Notice>
    );
  }
  if (problem) {
    return (
      <Notice tone="danger" lines={problem}>
        <p>{t('stale')}</p>
        <Button size="sm" variant="secondary" onClick={() => void onReload()}>
          {t('ui:retry')}
        </Button>
      </Notice>
    );
  }
  if (order.status === 'registered') return <Notice>{t('edit.registered')}</Notice>;
  return null;
}

interface RefusedProps {
  readonly order: OrderSheet;
  readonly refusal: Refusal;
  readonly onSeen: () => void;
}

function Refused({ order, refusal, onSeen }: RefusedProps): ReactElement {
  const t = useText('invoice');
  const { before, changes, lines } = refusal;
  const readOnly = !mayChange(order);
  const otherwise = order.version === before.version ? t('refused.still') : t('refused.kept');
  return (
    <Notice tone="danger" lines={lines}>
      <Differences lead={t('refused.elsewhere')} from={before} to={order} />
      <p>{readOnly ? t('refused.dropped') : otherwise}</p>
      {readOnly && <Differences from={before} to={applied(before, changes)} />}
      <Button size="sm" variant="secondary" onClick={onSeen}>
        {t('refused.seen')}
      </Button>
    </Notice>
  );
}

interface DifferencesProps {
  readonly lead?: string;
  readonly from: OrderSheet;
  readonly to: OrderSheet;
}

/** The differences between two copies of the paper. */
function Differences({ lead, from, to }: DifferencesProps): ReactElement | null {
  const t = useText('invoice');
  const { lines, paperBill, sellerNote } = compareContents(from, to);
  const words = (text: string): string => (text === '' ? t('refused.none') : t('refused.text', { text }));
  const changes = [
    ...lines.map(({ typeId: key, name, before, theirs }) => ({
      key,
      name,
      from: formatNumber(before),
      to: formatNumber(theirs),
    })),
    ...(paperBill
      ? [
          {
            key: 'paper',
            name: t('totals.paper'),
            from: formatNumber(paperBill.before ?? 0),
            to: formatNumber(paperBill.theirs ?? 0),
          },
        ]
      : []),
    ...(sellerNote
      ? [{ key: 'note', name: t('note.seller'), from: words(sellerNote.before), to: words(sellerNote.theirs) }]
      : []),
  ];
  if (changes.length === 0) return null;
  return (
    <>
      {lead !== undefined && <p>{lead}</p>}
      <ul>
        {changes.map(({ key, ...change }) => (
          <li key={key}>{t('refused.change', change)}</li>
        ))}
      </ul>
    </>
  );
}
