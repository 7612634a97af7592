import i18next from 'i18next';
import { type ReactElement, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { isOperator, isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { PasswordPage } from '../../features/account/ui/PasswordPage';
import { SessionsPage } from '../../features/account/ui/SessionsPage';
import { PhoneForm } from '../../features/settings/ui/PhoneForm';
import { paths } from '../../shared/navigation/paths';
import type { RouteModule } from '../../shared/navigation/routeModule';
import { stepsBackTo } from '../../shared/navigation/trail';
import { toast } from '../../shared/ui/Toast';

const steps = (path: string): number => stepsBackTo(path) ?? Number.NEGATIVE_INFINITY;

/** The home page and the settings lead here: back to the one that was left last. */
const cameBy = (): string =>
  steps(paths.settings.href()) > steps(paths.home.href()) ? paths.settings.href() : paths.home.href();

function Sessions(): ReactElement {
  const roles = useSelector(selectRoles);
  const [before] = useState(cameBy);
  return <SessionsPage backTo={isOperator(roles) ? paths.findOrder.href() : before} hasPhone={isSeller(roles)} />;
}

/** The password of everybody, and the phone number of those who have a store. */
function Password(): ReactElement {
  const navigate = useNavigate();
  const seller = isSeller(useSelector(selectRoles));
  return (
    <PasswordPage
      phone={seller && <PhoneForm />}
      onDone={(message) => {
        toast.success(message);
        const back = stepsBackTo(paths.sessions.href());
        // A second list behind the first one would be left by Back alone.
        if (back === null) void navigate(paths.sessions.href(), { replace: true });
        else void navigate(back);
      }}
    />
  );
}

/** The pages lead to each other, and one file brings both. */
export const account: Readonly<Record<'sessions' | 'password', RouteModule>> = {
  sessions: { handle: { title: () => i18next.t('sessions.title', { ns: 'account' }) }, Component: Sessions },
  password: { handle: { title: () => i18next.t('password.title', { ns: 'account' }) }, Component: Password },
};
