import type { Definition } from '../../../shared/ui/DefinitionGrid';
import { Money } from '../../../shared/ui/Money';
import type { NamedDiscount } from '../discounts';

/** The rows before the sum of the lines, `purchase`: what it was, and what each tier takes off. None without discounts. */
export function discountItems(
  discounts: readonly NamedDiscount[],
  purchase: number,
  before: string,
): readonly Definition[] {
  if (discounts.length === 0) return [];
  const whole = discounts.reduce((sum, { amount }) => sum + amount, purchase);
  return [
    { label: before, value: <Money amount={whole} /> },
    ...discounts.map(({ name, amount }) => ({ label: name, value: <Money amount={-amount} />, wide: true })),
  ];
}
