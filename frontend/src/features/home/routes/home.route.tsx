import i18next from 'i18next';
import { type ReactElement, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { boundSearch } from '../../../shared/navigation/address';
import { dialogsOf } from '../../../shared/navigation/dialogs';
import { isFirstEntry } from '../../../shared/navigation/firstEntry';
import { type LeaveStep, useLeaveGuard } from '../../../shared/navigation/leaveGuard';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { exitApp } from '../model/exit';
import { HomePage } from '../ui/HomePage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'home' }) };

/** Back on the home page means leaving the app, and that is asked. */
function useExitQuestion(): void {
  const { t } = useTranslation('home');
  const navigate = useNavigate();
  // A floor below the first entry, or Back would be gone before anybody can ask.
  useEffect(() => {
    if (isFirstEntry()) {
      void navigate({ pathname: paths.home.href(), search: boundSearch() }, { defaultShouldRevalidate: false });
    }
  }, [navigate]);
  const rule = useMemo(
    () => ({
      blocks: ({ action, from, forward }: LeaveStep) => {
        const [path, search = ''] = from.split('?');
        // Forward leaves nothing, nor does Back out of a dialog of this page, or from a page that is not drawn yet.
        return action === 'POP' && !forward && path === paths.home.href() && dialogsOf(search).length === 0;
      },
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

export function Component(): ReactElement {
  useExitQuestion();
  return <HomePage />;
}
