import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { takeReturnAddress } from '../../../entities/session/tabOwner';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { LogInPage } from '../ui/LogInPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'auth' }) };

export function Component(): ReactElement {
  const navigate = useNavigate();
  return (
    <LogInPage
      onDone={() => {
        const address = takeReturnAddress();
        void navigate(address ?? paths.home.href(), { replace: address !== null });
      }}
    />
  );
}
