import styled from '@emotion/styled';
import type { TFunction } from 'i18next';
import { ReceiptText } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { useSubscriptionQuery } from '../../../entities/subscription/endpoints';
import type { Period, SubscriptionInfo } from '../../../entities/subscription/types';
import { TimeLeft } from '../../../entities/subscription/ui/TimeLeft';
import { useDaysLeft } from '../../../entities/subscription/useDaysLeft';
import { errorLines } from '../../../shared/api/errorLines';
import { useText } from '../../../shared/i18n/useText';
import { colors, radius, space, type } from '../../../shared/theme/tokens';
import { Button } from '../../../shared/ui/Button';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { type Definition, DefinitionGrid } from '../../../shared/ui/DefinitionGrid';
import { EmptyState } from '../../../shared/ui/EmptyState';
import { ErrorState } from '../../../shared/ui/ErrorState';
import { Jalali } from '../../../shared/ui/Jalali';
import { Stack } from '../../../shared/ui/Layout';
import { Money } from '../../../shared/ui/Money';
import { Notice } from '../../../shared/ui/Notice';
import { Sheet } from '../../../shared/ui/Sheet';
import { SkeletonCards } from '../../../shared/ui/Skeleton';
import { priceOf } from '../model/price';
import { usePurchase } from '../model/usePurchase';
import { PlanChoice, PlanPrice } from './PlanChoice';
import type { SellerMenuProps } from './SellerMenu';

/** The subscription as it stands, and the plans that can be bought. */
export function SubscriptionSheet({
  onClose,
  onPayment,
}: Pick<SellerMenuProps, 'onClose' | 'onPayment'>): ReactElement {
  const t = useText('business');
  const query = useSubscriptionQuery(undefined);
  const { data: info, error } = query;
  const [planId, setPlanId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const purchase = usePurchase(onPayment);
  const awaited = info?.awaitedPaymentId ?? null;
  const plan = info?.plans.find(({ id }) => id === planId);
  const stopAsking = (): void => {
    setAsking(false);
    purchase.clear();
  };
  return (
    <Sheet
      isOpen
      onClose={onClose}
      title={t('items.subscription')}
      footer={
        info &&
        info.plans.length > 0 && (
          <Pay>
            {plan && (
              <Sum>
                <small>{t('plans.totalWithVat')}</small>
                <Money amount={priceOf(plan, info.vatPercent).total} size="strong" />
              </Sum>
            )}
            <Button disabledReason={plan ? undefined : t('plans.choose')} onClick={() => setAsking(true)}>
              {t('plans.buy')}
            </Button>
          </Pay>
        )
      }
    >
      {!info && error && (
        <ErrorState lines={errorLines(error)} onRetry={() => void query.refetch()} busy={query.isFetching} />
      )}
      {!info && !error && <SkeletonCards count={2} />}
      {info && (
        <Stack gap={5}>
          {awaited !== null && (
            <Notice tone="warning">
              <p>{t('current.awaited')}</p>
              <Button size="sm" variant="secondary" onClick={() => onPayment(awaited)}>
                {t('current.ask')}
              </Button>
            </Notice>
          )}
          <Current info={info} onReceipt={onPayment} />
          <Plans info={info} planId={planId} onChoose={setPlanId} />
        </Stack>
      )}
      {info && plan && (
        <ConfirmDialog
          isOpen={asking}
          title={t('ask.title', { plan: plan.title })}
          confirmLabel={t('ask.confirm')}
          busy={purchase.busy}
          onClose={stopAsking}
          onConfirm={() => purchase.buy(plan.id)}
        >
          <Stack gap={3}>
            <p>{t('ask.body')}</p>
            <PlanPrice plan={plan} vatPercent={info.vatPercent} />
            <p>{t('plans.noRefund')}</p>
            {purchase.lines.length > 0 && <Notice tone="danger" lines={purchase.lines} />}
          </Stack>
        </ConfirmDialog>
      )}
    </Sheet>
  );
}

interface CurrentProps {
  readonly info: SubscriptionInfo;
  readonly onReceipt: (paymentId: string) => void;
}

function Current({ info, onReceipt }: CurrentProps): ReactElement {
  const t = useText('business');
  const { subscription } = info;
  if (!subscription) return <Notice>{t('current.none')}</Notice>;
  const { title, endsAt, paymentId, periods } = subscription;
  const [only, ...following] = periods;
  const single = only !== undefined && following.length === 0;
  return (
    <Stack gap={3}>
      <section aria-label={t('current.title')}>
        <DefinitionGrid
          layout="rows"
          items={[
            { label: t('current.type'), value: title },
            { label: t('current.left'), value: <TimeLeft info={info} /> },
            ...(single ? rowsOf(only, t) : [{ label: t('current.end'), value: <Jalali date={endsAt} time /> }]),
          ]}
        />
        {following.length === 0 && <ReceiptButton paymentId={paymentId} onReceipt={onReceipt} />}
      </section>
      {following.length > 0 && (
        <Periods aria-label={t('current.periods')}>
          {periods.map((period) => (
            <li key={period.startsAt}>
              <h3>{period.title}</h3>
              <DefinitionGrid layout="rows" items={rowsOf(period, t)} />
              <ReceiptButton paymentId={period.paymentId} onReceipt={onReceipt} />
            </li>
          ))}
        </Periods>
      )}
    </Stack>
  );
}

const rowsOf = ({ startsAt, endsAt, total }: Period, t: TFunction<'business'>): readonly Definition[] => [
  { label: t('current.start'), value: <Jalali date={startsAt} time /> },
  { label: t('current.end'), value: <Jalali date={endsAt} time /> },
  { label: t('current.amount'), value: <Money amount={total} /> },
];

interface ReceiptButtonProps extends Pick<CurrentProps, 'onReceipt'> {
  readonly paymentId: string;
}

function ReceiptButton({ paymentId, onReceipt }: ReceiptButtonProps): ReactElement | null {
  const t = useText('business');
  if (paymentId === '') return null;
  return (
    <Button variant="ghost" size="sm" icon={<ReceiptText size={18} />} onClick={() => onReceipt(paymentId)}>
      {t('current.receipt')}
    </Button>
  );
}

interface PlansProps {
  readonly info: SubscriptionInfo;
  readonly planId: string | null;
  readonly onChoose: (id: string) => void;
}

function Plans({ info, planId, onChoose }: PlansProps): ReactElement {
  const t = useText('business');
  const days = useDaysLeft(info);
  if (info.plans.length === 0) return <EmptyState text={t('plans.none')} />;
  return (
    <Stack gap={3}>
      <PlanChoice plans={info.plans} chosen={planId} onChoose={onChoose} />
      {days !== null && days > 0 && <Notice>{t('plans.extends')}</Notice>}
      <Terms>{t('plans.noRefund')}</Terms>
    </Stack>
  );
}

const Terms = styled.span({ ...type.caption, color: colors.muted });

const Periods = styled.ol({
  display: 'flex',
  flexDirection: 'column',
  gap: space(3),
  '& > li': {
    paddingInline: space(4),
    paddingBlock: space(3),
    border: `1px solid ${colors.line}`,
    borderRadius: radius.card,
  },
  '& h3': { ...type.label, fontWeight: 600, paddingBlockEnd: space(1) },
});

const Pay = styled.div({
  display: 'flex',
  alignItems: 'center',
  gap: space(4),
  '& > button': { flex: 1 },
});

const Sum = styled.p({
  ...type.label,
  display: 'flex',
  flexDirection: 'column',
  '& > small': { ...type.caption, color: colors.muted },
});
