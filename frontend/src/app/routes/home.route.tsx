import i18next from 'i18next';
import { type ReactElement, useMemo } from 'react';
import { exitApp } from '../../features/home/model/exit';
import { HomePage } from '../../features/home/ui/HomePage';
import { AwaitedPurchase } from '../../features/seller-menu/ui/AwaitedPurchase';
import { PurchaseReturn } from '../../features/seller-menu/ui/PurchaseReturn';
import { Reminder } from '../../features/seller-menu/ui/Reminder';
import { SellerMenu } from '../../features/seller-menu/ui/SellerMenu';
import { useText } from '../../shared/i18n/useText';
import { layersIn } from '../../shared/navigation/dialogs';
import { type LeaveStep, useLeaveGuard } from '../../shared/navigation/leaveGuard';
import { paths } from '../../shared/navigation/paths';
import type { RouteHandle } from '../../shared/navigation/routeModule';
import { useQueryParams } from '../../shared/navigation/useQueryParams';
import { useUrlSheet } from '../../shared/navigation/useUrlSheet';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'home' }) };

/** Back on the home page leaves the app; a question comes first. */
function useExitQuestion(): void {
  const t = useText('home');
  const rule = useMemo(
    () => ({
      blocks: ({ action, from, forward }: LeaveStep) => {
        const [path, search = ''] = from.split('?');
        // Not for Forward, for Back out of a dialog of this page, or from a page that is not rendered yet.
        return action === 'POP' && !forward && path === paths.home.href() && layersIn(search).length === 0;
      },
      below: paths.home.href(),
      title: t('exitAsk.title'),
      body: t('exitAsk.body'),
      confirm: t('exitAsk.confirm'),
      cancel: t('exitAsk.cancel'),
      onConfirm: () => exitApp(t('exitByHand')),
    }),
    [t],
  );
  useLeaveGuard(rule);
}

/** `?menu=…`: the sheet of the round button; `?payment=…`: the payment after the return from the gateway. */
export function Component(): ReactElement {
  useExitQuestion();
  const menu = useUrlSheet('menu');
  const payment = useUrlSheet('payment');
  const { change } = useQueryParams();
  return (
    <HomePage
      reminder={
        <AwaitedPurchase paused={payment.value !== null} onPayment={payment.open}>
          <Reminder onRenew={() => menu.open('subscription')} />
        </AwaitedPurchase>
      }
      menu={
        <>
          <SellerMenu part={menu.value} onOpen={menu.open} onClose={menu.close} onPayment={payment.open} />
          {payment.value !== null && (
            <PurchaseReturn
              paymentId={payment.value}
              onClose={payment.close}
              onAgain={() => change({ payment: null, menu: 'subscription' }, { replace: true })}
            />
          )}
        </>
      }
    />
  );
}
