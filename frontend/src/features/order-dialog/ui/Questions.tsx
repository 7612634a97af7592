import type { ReactElement } from 'react';
import { lineName } from '../../../entities/order/order.changes';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Notice } from '../../../shared/ui/Notice';
import type { FullOrder } from '../api/types';
import type { OrderActions, Question } from '../model/useActions';

interface QuestionsProps {
  readonly actions: OrderActions;
  /** With the user's changes. */
  readonly order: FullOrder;
  /** What it comes to; null while only the server can tell. */
  readonly total: number | null;
  /** How many changes were not sent. */
  readonly unsent: number;
}

const destroys = (what: Question['what']): boolean => what !== 'save' && what !== 'edit' && what !== 'print';

/** What is asked before it is done. */
export function Questions({ actions, order, total: grand, unsent }: QuestionsProps): ReactElement | null {
  const t = useText('orderDialog');
  const { question } = actions;
  if (!question) return null;
  const { what } = question;
  const name = 'line' in question ? lineName(question.product, question.line) : '';
  const total = grand === null ? t('totals.waiting') : withUnit(formatNumber(grand), t('toman'));
  return (
    <ConfirmDialog
      isOpen
      title={t(`ask.${what}.title`)}
      confirmLabel={t(`ask.${what}.confirm`)}
      tone={destroys(what) ? 'danger' : 'brand'}
      busy={actions.busy}
      onClose={actions.close}
      onConfirm={() => void actions.confirm()}
    >
      <p>{t(`ask.${what}.body`, { name, total, code: order.code })}</p>
      {unsent > 0 && what === 'save' && <p>{t('unsent.save')}</p>}
      {unsent > 0 && what === 'print' && <p>{t('unsent.print')}</p>}
      {unsent > 0 && (what === 'cancel' || what === 'delete') && <p>{t('unsent.lost')}</p>}
      {'lost' in question && question.lost && <Notice tone="danger">{t('ask.lost')}</Notice>}
    </ConfirmDialog>
  );
}
