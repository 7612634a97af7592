import styled from '@emotion/styled';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, withUnit } from '../../../shared/lib/format';
import { colors, space } from '../../../shared/theme/tokens';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { lineName } from '../model/orderSync';
import type { OrderActions, Question } from '../model/useOrderActions';

interface OrderQuestionsProps {
  readonly actions: OrderActions;
  readonly grandTotal: number;
}

const dangerous: readonly Question['what'][] = ['cancel', 'row', 'delete'];

/** «Are you sure» for everything that an order's page does. */
export function OrderQuestions({ actions, grandTotal }: OrderQuestionsProps): ReactElement | null {
  const { t } = useTranslation(['order', 'ui']);
  const { question, busy, close, confirm } = actions;
  if (!question) return null;
  const lost = 'lost' in question && question.lost;
  const name = 'line' in question ? lineName(question.product, question.line) : '';
  const total = withUnit(formatNumber(grandTotal), t('ui:toman'));
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
      <p>{t(`ask.${question.what}.body`, { name, total })}</p>
      {lost && <Lost role="alert">{t('ask.lost')}</Lost>}
    </ConfirmDialog>
  );
}

const Lost = styled.p({ color: colors.danger, paddingBlockStart: space(2) });
