import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { lineName } from '../../../entities/order/order.changes';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { withUnit } from '../../../shared/lib/units';
import { colors, space } from '../../../shared/theme/tokens';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Stack } from '../../../shared/ui/Layout';
import type { OrderActions, Question } from '../model/useOrderActions';

interface OrderQuestionsProps extends Pick<OrderActions, 'busy' | 'confirm'> {
  readonly question: Question;
  readonly onClose: () => void;
  /** Null while only the server can calculate it; then `waiting` replaces it. */
  readonly grandTotal: number | null;
  readonly waiting: string;
  /** Why it cannot be confirmed yet. */
  readonly refusal?: string | undefined;
  /** More text below the question. */
  readonly children?: ReactNode;
}

const harmless: readonly Question['what'][] = ['save', 'reopen', 'edit', 'print'];

/** The confirmation dialog of the order's actions. */
export function OrderQuestions(props: OrderQuestionsProps): ReactElement {
  const { question, busy, onClose, grandTotal, waiting, refusal, children } = props;
  const t = useText('order');
  const ui = useText('ui');
  const { what } = question;
  const lost = 'lost' in question && question.lost;
  const name = 'line' in question ? lineName(question.product, question.line) : '';
  const total = grandTotal === null ? waiting : withUnit(formatNumber(grandTotal), ui('toman'));
  return (
    <ConfirmDialog
      isOpen
      title={t(`ask.${what}.title`)}
      confirmLabel={lost ? ui('retry') : t(`ask.${what}.confirm`)}
      tone={harmless.includes(what) ? 'brand' : 'danger'}
      busy={busy}
      refusal={refusal}
      onClose={onClose}
      onConfirm={() => void props.confirm()}
    >
      <Stack gap={2}>
        <p>{t(`ask.${what}.body`, { name, total })}</p>
        {children}
        {lost && <Lost role="alert">{t('ask.lost')}</Lost>}
      </Stack>
    </ConfirmDialog>
  );
}

const Lost = styled.p({ color: colors.danger, paddingBlockStart: space(2) });
