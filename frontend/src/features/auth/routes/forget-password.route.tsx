import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { toast } from '../../../shared/ui/Toast';
import type { LeftCellphone } from '../model/logInRules';
import { ForgetPasswordPage } from '../ui/ForgetPasswordPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'resetPassword' }) };

export function Component(): ReactElement {
  const navigate = useNavigate();
  const left = useLocation().state as LeftCellphone;
  return (
    <ForgetPasswordPage
      cellphone={left?.cellphone ?? ''}
      onDone={({ cellphone, message }) => {
        toast.success([message]);
        // There is no way back to a code that is used.
        void navigate(paths.logIn.href(), { replace: true, state: { cellphone } });
      }}
    />
  );
}
