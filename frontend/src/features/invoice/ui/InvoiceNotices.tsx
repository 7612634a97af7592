import type { ReactElement } from 'react';
import { LostNotice, NoticeButtons } from '../../../entities/order/ui/LostNotice';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { Button } from '../../../shared/ui/Button';
import { Notice } from '../../../shared/ui/Notice';
import { changedElsewhere, changesOf, mayChange, type NamedChange } from '../model/draft';
import type { Invoice } from '../model/types';
import type { InvoiceDraft, Refusal } from '../model/useInvoiceDraft';

interface InvoiceNoticesProps {
  /** The server's copy. */
  readonly invoice: Invoice;
  readonly state: InvoiceDraft;
  /** Why the paper could not be read again, line by line. */
  readonly problem: readonly string[] | null;
  readonly onReload: () => Promise<unknown>;
}

/** A save that did not arrive, or was refused: said until the user has decided. */
export function InvoiceNotices({ invoice, state, problem, onReload }: InvoiceNoticesProps): ReactElement | null {
  const t = useText(['invoice', 'ui']);
  if (state.lost)
    return <LostNotice texts={t('lost', { returnObjects: true })} onRetry={state.save} onDrop={state.discard} />;
  if (state.refusal) return <Refused invoice={invoice} refusal={state.refusal} onSeen={state.seen} />;
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
        <NoticeButtons gap={2}>
          <Button size="sm" variant="secondary" onClick={() => void onReload()}>
            {t('ui:retry')}
          </Button>
        </NoticeButtons>
      </Notice>
    );
  }
  if (invoice.status === 'registered') return <Notice>{t('edit.registered')}</Notice>;
  return null;
}

interface RefusedProps {
  readonly invoice: Invoice;
  readonly refusal: Refusal;
  readonly onSeen: () => void;
}

function Refused({ invoice, refusal, onSeen }: RefusedProps): ReactElement {
  const t = useText('invoice');
  const { before, draft, lines } = refusal;
  const closed = !mayChange(invoice);
  const kept = invoice.version === before.version ? t('refused.still') : t('refused.kept');
  const names = [t('totals.paper'), t('note.seller')] as const;
  const theirs = changedElsewhere(before, invoice, ...names);
  return (
    <Notice tone="danger" lines={lines}>
      {theirs.length > 0 && <p>{t('refused.elsewhere')}</p>}
      <Changes of={theirs} />
      <p>{closed ? t('refused.dropped') : kept}</p>
      {closed && <Changes of={changesOf(before, draft, ...names)} />}
      <NoticeButtons gap={2}>
        <Button size="sm" variant="secondary" onClick={onSeen}>
          {t('refused.seen')}
        </Button>
      </NoticeButtons>
    </Notice>
  );
}

function Changes({ of }: { readonly of: readonly NamedChange[] }): ReactElement {
  const t = useText('invoice');
  const shown = (value: string | number): string =>
    typeof value === 'number'
      ? formatNumber(value)
      : value === ''
        ? t('refused.none')
        : t('refused.text', { text: value });
  return (
    <ul>
      {of.map(({ name, from, to }) => (
        <li key={name}>{t('refused.change', { name, from: shown(from), to: shown(to) })}</li>
      ))}
    </ul>
  );
}
