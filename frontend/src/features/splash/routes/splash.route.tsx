import i18next from 'i18next';
import { type ReactElement, useCallback } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { SplashPage } from '../ui/SplashPage';

export const handle: RouteHandle = { title: () => i18next.t('splash.title', { ns: 'auth' }) };

export function Component(): ReactElement {
  const navigate = useNavigate();
  const goOn = useCallback(
    (valid: boolean) => void navigate(valid ? paths.dashboard.href() : paths.logIn.href(), { replace: true }),
    [navigate],
  );
  return <SplashPage onDone={goOn} />;
}
