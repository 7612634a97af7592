import type { ReactElement } from 'react';
import { shortOf } from '../../../entities/order/stockChecks';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { DiscardDetails } from './DiscardDetails';
import { ShortLines } from './ShortLines';

interface QuestionDetailsProps {
  readonly what: 'save' | 'discard';
  readonly orderId: string;
  /** As the user sees it. */
  readonly order: Order;
  /** The stock is being read. */
  readonly looking: boolean;
  /** A note that was typed is sent along. */
  readonly withNote: boolean;
  /** The answer is on its way. */
  readonly busy: boolean;
  readonly onQuantity: (typeId: string, quantity: number) => void;
}

/** What else the question of an action says. */
export function QuestionDetails(props: QuestionDetailsProps): ReactElement {
  const { what, orderId, order, looking, withNote, busy, onQuantity } = props;
  const t = useText('order');
  if (what === 'discard') return <DiscardDetails orderId={orderId} order={order} />;
  const short = shortOf(order);
  return (
    <>
      {withNote && <p>{t('ask.withNote')}</p>}
      {short.length > 0 && <ShortLines lines={short} busy={busy} onQuantity={onQuantity} />}
      {short.length === 0 && looking && <p role="status">{t('shortage.looking')}</p>}
    </>
  );
}
