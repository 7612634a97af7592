import styled from '@emotion/styled';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import {
  type Adjustment,
  agree,
  isAdjusted,
  MAX_POINTS,
  NO_ADJUSTMENT,
  pointsOf,
  pointsText,
} from '../../../entities/order/calculator';
import type { OrderTotals } from '../../../entities/order/types';
import { useText } from '../../../shared/i18n/useText';
import { groupThousands } from '../../../shared/lib/masks';
import { formatPercent } from '../../../shared/lib/units';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { AmountField } from '../../../shared/ui/AmountField';
import { Button } from '../../../shared/ui/Button';
import { DigitField } from '../../../shared/ui/DigitField';
import { Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { Sheet } from '../../../shared/ui/Sheet';

const PLACES = 4;
const DECIMALS = 2;
/** «100.00» */
const PERCENT_LENGTH = 6;

interface CalculatorSheetProps {
  readonly totals: Pick<OrderTotals, 'sales' | 'profit' | 'profitPercent'>;
  readonly adjustment: Adjustment;
  readonly onConfirm: (adjustment: Adjustment) => void;
  readonly onClose: () => void;
}

/** Calculates the shop's profit after an agreement. Nothing of it is sent. */
export function CalculatorSheet({ totals, adjustment, onConfirm, onClose }: CalculatorSheetProps): ReactElement {
  const t = useText('order');
  const formId = useId();
  const [percent, setPercent] = useState(pointsText(adjustment.percentPoints));
  const [bonus, setBonus] = useState<number | null>(adjustment.bonus === 0 ? null : adjustment.bonus);
  const [cash, setCash] = useState(pointsText(adjustment.cashPoints));
  const typed: Adjustment = { percentPoints: pointsOf(percent), bonus: bonus ?? 0, cashPoints: pointsOf(cash) };
  const tooMuch = (points: number) => (points > MAX_POINTS ? t('calculator.tooMuch') : null);
  const wrong = tooMuch(typed.percentPoints) ?? tooMuch(typed.cashPoints);
  const agreed = wrong === null ? agree(totals, typed) : null;
  const finish = (result: Adjustment): void => {
    onConfirm(result);
    onClose();
  };
  return (
    <Sheet
      isOpen
      width={400}
      title={t('calculator.title')}
      onClose={onClose}
      footer={
        <>
          {isAdjusted(adjustment) && (
            <Button variant="secondary" onClick={() => finish(NO_ADJUSTMENT)}>
              {t('calculator.clear')}
            </Button>
          )}
          <Button type="submit" form={formId} {...(wrong !== null && { disabledReason: wrong })}>
            {t('calculator.confirm')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (wrong === null) finish(typed);
        }}
      >
        <Stack gap={4}>
          <Figures>
            <Figure label={t('calculator.initialProfit')}>
              <Money amount={totals.profit} />
            </Figure>
            <Figure label={t('calculator.initialPercent')}>{formatPercent(totals.profitPercent, PLACES)}</Figure>
          </Figures>
          <DigitField
            label={t('calculator.percent')}
            value={percent}
            decimals={DECIMALS}
            maxDigits={PERCENT_LENGTH}
            format={groupThousands}
            endSlot={t('calculator.percentSign')}
            error={tooMuch(typed.percentPoints)}
            onValueChange={setPercent}
          />
          <AmountField label={t('calculator.bonus')} value={bonus} onValueChange={setBonus} />
          <DigitField
            label={t('calculator.cash')}
            value={cash}
            decimals={DECIMALS}
            maxDigits={PERCENT_LENGTH}
            format={groupThousands}
            endSlot={t('calculator.percentSign')}
            error={tooMuch(typed.cashPoints)}
            onValueChange={setCash}
          />
          <Figures data-final aria-live="polite">
            <Figure label={t('calculator.finalProfit')}>
              <Money amount={agreed?.profit ?? null} />
            </Figure>
            <Figure label={t('calculator.finalPercent')}>
              {agreed ? formatPercent(agreed.percent, PLACES) : t('calculator.unknown')}
            </Figure>
          </Figures>
        </Stack>
      </form>
    </Sheet>
  );
}

function Figure({ label, children }: { readonly label: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const Figures = styled.dl({
  margin: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space(3),
  paddingInline: space(4),
  paddingBlock: space(3),
  borderRadius: radius.button,
  backgroundColor: colors.sunken,
  '& dt': { ...type.caption, color: colors.muted },
  '& dd': { ...type.heading, margin: 0 },
  '&[data-final]': { backgroundColor: colors.successSoft, '& dd': { color: colors.success } },
});
