import styled from '@emotion/styled';
import { Save } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { isEditable } from '../../../entities/order/status';
import type { Order } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { space } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import type { OrderActions } from '../model/useOrderActions';
import { OrderMenu } from './OrderMenu';

interface CounterProps {
  readonly order: Pick<Order, 'status' | 'reopened'>;
  /** Nothing is left in it. */
  readonly empty: boolean;
  /** Why nothing can be done at the moment. */
  readonly disabledReason: string | undefined;
  /** A question is open. */
  readonly asking: boolean;
  readonly onAsk: OrderActions['ask'];
  readonly onHistory: () => void;
}

/** What becomes of the order: a button to save it, and the rest in a menu. */
export function Counter({ order, empty, disabledReason, asking, onAsk, onHistory }: CounterProps): ReactElement {
  const t = useText('order');
  const editing = isEditable(order.status);
  const box = useRef<HTMLDivElement>(null);
  const had = useRef(editing);
  // The button that was pressed has gone with its question: the keyboard goes on beside it.
  useEffect(() => {
    if (asking) return undefined;
    const gone = had.current && !editing;
    had.current = editing;
    if (!gone) return undefined;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [asking, editing]);
  return (
    <Acts ref={box}>
      {editing && (
        <Button
          icon={<Save size={20} />}
          disabledReason={disabledReason ?? (empty ? t('menu.nothingToSave') : undefined)}
          onClick={() => onAsk({ what: 'save' })}
        >
          {t('save')}
        </Button>
      )}
      <OrderMenu
        order={order}
        within="page"
        trigger={editing ? 'icon' : 'button'}
        disabledReason={disabledReason}
        onAsk={onAsk}
        onHistory={onHistory}
      />
    </Acts>
  );
}

const Acts = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(2),
  '& > button:not(:last-of-type)': { flex: 1 },
});
