import styled from '@emotion/styled';
import { type ReactElement, useId } from 'react';
import type { Plan } from '../../../entities/subscription/types';
import { useText } from '../../../shared/i18n/useText';
import { localDigits } from '../../../shared/lib/digits';
import { formatPercent } from '../../../shared/lib/units';
import { colors, motion, radius, space, type } from '../../../shared/theme/tokens';
import { DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import { priceOf } from '../model/price';

interface PlanChoiceProps {
  readonly plans: readonly Plan[];
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** Chooses one of the plans. */
export function PlanChoice({ plans, chosen, onChoose }: PlanChoiceProps): ReactElement {
  const t = useText('business');
  const name = useId();
  return (
    <Group>
      <legend>{t('plans.title')}</legend>
      {plans.map(({ id, title, subtitle, price }) => (
        <Choice key={id} data-chosen={id === chosen || undefined}>
          <input type="radio" name={name} value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <Words>
            <strong>{title}</strong>
            <small>{localDigits(subtitle)}</small>
          </Words>
          <Price>
            <Money amount={price} size="strong" />
          </Price>
        </Choice>
      ))}
    </Group>
  );
}

interface PlanPriceProps {
  readonly plan: Plan;
  readonly vatPercent: number;
}

/** The price of a plan: net, VAT and total. */
export function PlanPrice({ plan, vatPercent }: PlanPriceProps): ReactElement {
  const t = useText('business');
  const { vat, total } = priceOf(plan, vatPercent);
  return (
    <DefinitionGrid
      layout="rows"
      items={[
        { label: t('plans.price'), value: <Money amount={plan.price} /> },
        { label: t('plans.vat', { percent: formatPercent(vatPercent) }), value: <Money amount={vat} /> },
        { label: t('plans.total'), value: <Money amount={total} size="strong" /> },
      ]}
    />
  );
}

const Group = styled.fieldset({
  display: 'flex',
  flexDirection: 'column',
  gap: space(2),
  minInlineSize: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { ...type.label, fontWeight: 600, paddingBlockEnd: space(2) },
});

const Choice = styled.label({
  ...type.label,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: space(3),
  minBlockSize: '60px',
  paddingInline: space(4),
  paddingBlock: space(2),
  border: `1px solid ${colors.line}`,
  borderRadius: radius.button,
  cursor: 'pointer',
  transition: `border-color ${motion.press}, background-color ${motion.press}`,
  '& > input': { flex: 'none', inlineSize: '20px', blockSize: '20px', margin: 0, accentColor: colors.brand },
  '&[data-chosen]': { borderColor: colors.brand, backgroundColor: colors.brandSoft },
});

const Price = styled.span({ marginInlineStart: 'auto' });

const Words = styled.span({
  flex: 1,
  minInlineSize: '120px',
  display: 'flex',
  flexDirection: 'column',
  '& > strong': { fontWeight: 600 },
  '& > small': { ...type.caption, color: colors.muted },
});
