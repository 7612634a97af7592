import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { lineName } from '../../../entities/order/order.changes';
import type { Order } from '../../../entities/order/types';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { colors, space } from '../../../shared/theme/tokens';
import { Stack } from '../../../shared/ui/Layout';
import { lazyLayer } from '../../../shared/ui/lazyLayer';
import type { OrderActions, Question } from '../model/useOrderActions';
import { DiscardDetails } from './DiscardDetails';

const ConfirmDialog = lazyLayer(async () => (await import('../../../shared/ui/ConfirmDialog')).ConfirmDialog);

interface OrderQuestionsProps {
  readonly orderId: string;
  readonly actions: OrderActions;
  /** As the user sees it. */
  readonly order: Order;
  /** Null while the server calculates it. */
  readonly grandTotal: number | null;
  /** A note that was typed goes with the order when it is saved. */
  readonly withNote: boolean;
}

const dangerous: readonly Question['what'][] = ['cancel', 'row', 'delete', 'discard'];

/** «Are you sure» for everything that an order's page does. */
export function OrderQuestions(props: OrderQuestionsProps): ReactElement | null {
  const { orderId, actions, order, grandTotal, withNote } = props;
  const { t } = useTranslation(['order', 'ui']);
  const { question, busy, close, confirm } = actions;
  if (!question) return null;
  const lost = 'lost' in question && question.lost;
  const name = 'line' in question ? lineName(question.product, question.line) : '';
  const total = grandTotal === null ? t('summary.waiting') : withUnit(formatNumber(grandTotal), t('ui:toman'));
  return (
    <ConfirmDialog
      isOpen
      title={t(`ask.${question.what}.title`)}
      confirmLabel={lost ? t('ui:retry') : t(`ask.${question.what}.confirm`)}
      tone={dangerous.includes(question.what) ? 'danger' : 'brand'}
      busy={busy}
      onClose={close}
      onConfirm={() => void confirm()}
    >
      <Stack gap={2}>
        <p>{t(`ask.${question.what}.body`, { name, total })}</p>
        {question.what === 'save' && withNote && <p>{t('ask.withNote')}</p>}
        {question.what === 'discard' && <DiscardDetails orderId={orderId} order={order} />}
        {lost && <Lost role="alert">{t('ask.lost')}</Lost>}
      </Stack>
    </ConfirmDialog>
  );
}

const Lost = styled.p({ color: colors.danger, paddingBlockStart: space(2) });
