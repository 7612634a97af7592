import styled from '@emotion/styled';
import { RotateCcw } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import type { GuideGoods, Habit } from '../../../entities/goods/goods';
import { useText } from '../../../shared/i18n/useText';
import { formatNumber } from '../../../shared/lib/format';
import { type JalaliDate, parseJalali } from '../../../shared/lib/jalali';
import { Button } from '../../../shared/ui/Button';
import { Jalali } from '../../../shared/ui/Jalali';
import { Inline } from '../../../shared/ui/Layout';
import { toast } from '../../../shared/ui/Toast';
import type { TakingActions } from '../model/useTaking';

/** The day of a time such as `1405/08/30 - 15:30`. */
const dayOf = ({ lastOrder }: Habit): JalaliDate | null => parseJalali(lastOrder.slice(0, '1405/08/30'.length));

/** What the customer's last order held: the goods that were ordered at the latest time. */
function lastOrderOf(goods: readonly GuideGoods[]): readonly GuideGoods[] {
  const last = goods.reduce((latest, { lastOrder }) => (lastOrder > latest ? lastOrder : latest), '');
  return last === '' ? [] : goods.filter(({ lastOrder }) => lastOrder === last);
}

interface RepeatLastProps {
  /** What the customer buys. */
  readonly goods: readonly GuideGoods[];
  readonly onRepeat: TakingActions['repeat'];
}

/** Takes what the customer's last order held, in one press, with a way back. */
export function RepeatLast({ goods, onRepeat }: RepeatLastProps): ReactElement | null {
  const t = useText('taking');
  const ofUi = useText('ui');
  const last = useMemo(() => lastOrderOf(goods), [goods]);
  const [first] = last;
  const day = first ? dayOf(first) : null;
  if (day === null) return null;
  const count = { count: last.length, number: formatNumber(last.length) };
  const repeat = (): void => {
    const back = onRepeat(last);
    toast.success(t('repeated', count), { about: 'repeated', action: { label: ofUi('undo'), onAction: back } });
  };
  return (
    <Inline justify="space-between" wrap gap={2}>
      <Button size="sm" variant="secondary" icon={<RotateCcw size={18} />} onClick={repeat}>
        {t('repeat', count)}
      </Button>
      <Day>
        <Jalali date={day} />
      </Day>
    </Inline>
  );
}

const Day = styled.span({ flex: 'none' });
