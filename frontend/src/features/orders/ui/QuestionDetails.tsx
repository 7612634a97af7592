import { type ReactElement, useEffect, useRef } from 'react';
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
  const frame = useRef<HTMLDivElement>(null);
  const short = shortOf(order);
  // The buttons of a line go with it: the keyboard stays in the question.
  useEffect(() => {
    if (document.activeElement === document.body) frame.current?.focus();
  }, [short.length]);
  if (what === 'discard') return <DiscardDetails orderId={orderId} order={order} />;
  return (
    <div ref={frame} tabIndex={-1}>
      {withNote && <p>{t('ask.withNote')}</p>}
      {short.length > 0 && <ShortLines lines={short} busy={busy} onQuantity={onQuantity} />}
      {short.length === 0 && looking && <p role="status">{t('shortage.looking')}</p>}
    </div>
  );
}
