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

/** Leads to the log-in page once the password is set; ends when that page, whose code may have to load, is there. */
function useDone(): (done: Done) => Promise<void> {
  const navigate = useNavigate();
  return async ({ cellphone, message }) => {
    toast.success([message]);
    // Back must not lead to a used code or link.
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

/** Two pages that set a password without a session, in one chunk. */
export const newPassword: Readonly<Record<'forgetPassword' | 'setPassword', RouteModule>> = {
  forgetPassword: { handle: { title: () => i18next.t('title', { ns: 'resetPassword' }) }, Component: ByCode },
  setPassword: { handle: { title: () => i18next.t('link.heading', { ns: 'resetPassword' }) }, Component: ByLink },
};
