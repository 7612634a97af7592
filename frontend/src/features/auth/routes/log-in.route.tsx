import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { takeReturnAddress } from '../../../entities/session/tabOwner';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import type { LeftCellphone } from '../model/logInRules';
import { LogInPage } from '../ui/LogInPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'auth' }) };

export function Component(): ReactElement {
  const navigate = useNavigate();
  const left = useLocation().state as LeftCellphone;
  return (
    <LogInPage
      cellphone={left?.cellphone ?? ''}
      onDone={() => {
        const address = takeReturnAddress();
        void navigate(address ?? paths.home.href(), { replace: address !== null });
      }}
    />
  );
}
