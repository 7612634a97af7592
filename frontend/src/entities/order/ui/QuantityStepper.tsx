import type { ReactElement } from 'react';
import { useStorePart } from '../../../shared/hooks/useStore';
import { Stepper, type StepperProps } from '../../../shared/ui/Stepper';
import type { StockChecks } from '../stockChecks';

interface QuantityStepperProps extends Omit<StepperProps, 'busy' | 'refusals'> {
  readonly typeId: string;
  /** Left out: the stock is not asked for. */
  readonly checks?: StockChecks | undefined;
}

/** The quantity of a type in an order: busy while its stock is asked for, and shaken when there is none. */
export function QuantityStepper({ typeId, checks, ...stepper }: QuantityStepperProps): ReactElement {
  return checks ? <CheckedStepper typeId={typeId} checks={checks} {...stepper} /> : <Stepper {...stepper} />;
}

function CheckedStepper({
  typeId,
  checks,
  ...stepper
}: QuantityStepperProps & { readonly checks: StockChecks }): ReactElement {
  const checking = useStorePart(checks, ({ asking }) => typeId in asking);
  const refusals = useStorePart(checks, (state) => state.refusals[typeId] ?? 0);
  return <Stepper {...stepper} busy={checking} refusals={refusals} />;
}
