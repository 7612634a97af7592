import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../../shared/navigation/paths';
import type { RouteModule } from '../../../shared/navigation/routeModule';
import { toast } from '../../../shared/ui/Toast';
import type { LeftCellphone } from '../model/logInRules';
import type { Done } from '../model/resetCalls';
import { ForgetPasswordPage } from '../ui/ForgetPasswordPage';
import { PasswordLinkPage } from '../ui/PasswordLinkPage';

/** The password is set. Ends with the step to the log-in page, whose code may have to come first. */
function useDone(): (done: Done) => Promise<void> {
  const navigate = useNavigate();
  return async ({ cellphone, message }) => {
    toast.success([message]);
    // There is no way back to a code or a link that is used.
    await navigate(paths.logIn.href(), { replace: true, state: { cellphone } });
  };
}

function ByCode(): ReactElement {
  const left = useLocation().state as LeftCellphone;
  return <ForgetPasswordPage cellphone={left?.cellphone ?? ''} onDone={useDone()} />;
}

function ByLink(): ReactElement {
  const { hash } = useLocation();
  return <PasswordLinkPage link={hash.slice(1)} onDone={useDone()} />;
}

/** Both set a password without a session; one file brings them. */
export const newPassword: Readonly<Record<'forgetPassword' | 'setPassword', RouteModule>> = {
  forgetPassword: { handle: { title: () => i18next.t('title', { ns: 'resetPassword' }) }, Component: ByCode },
  setPassword: { handle: { title: () => i18next.t('link.heading', { ns: 'resetPassword' }) }, Component: ByLink },
};
