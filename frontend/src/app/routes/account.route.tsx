import i18next from 'i18next';
import { type ReactElement, useState } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate } from 'react-router';
import { isOperator, isSeller } from '../../entities/session/roles';
import { selectRoles } from '../../entities/session/session.slice';
import { ACTIVITY_KINDS } from '../../features/account/model/activityKinds';
import { ActivityPage } from '../../features/account/ui/ActivityPage';
import { PasswordPage } from '../../features/account/ui/PasswordPage';
import { SessionsPage } from '../../features/account/ui/SessionsPage';
import { PhoneForm } from '../../features/settings/ui/PhoneForm';
import { useDialogs } from '../../shared/navigation/dialogs';
import { paths } from '../../shared/navigation/paths';
import { oneOf } from '../../shared/navigation/query';
import type { RouteModule } from '../../shared/navigation/routeModule';
import { stepsBackTo } from '../../shared/navigation/trail';
import { useQueryParams } from '../../shared/navigation/useQueryParams';
import { toast } from '../../shared/ui/Toast';

const steps = (path: string): number => stepsBackTo(path) ?? Number.NEGATIVE_INFINITY;

/** Reached from the settings too: Back leads to whichever of the two pages came before. */
const cameBy = (usual: string): string => (steps(paths.settings.href()) > steps(usual) ? paths.settings.href() : usual);

function Sessions(): ReactElement {
  const roles = useSelector(selectRoles);
  const [before] = useState(() => cameBy(paths.home.href()));
  return <SessionsPage backTo={isOperator(roles) ? paths.findOrder.href() : before} hasStore={isSeller(roles)} />;
}

/** Everybody has a password; sellers have the store's phone number too. */
function Password(): ReactElement {
  const navigate = useNavigate();
  const seller = isSeller(useSelector(selectRoles));
  return (
    <PasswordPage
      phone={seller && <PhoneForm />}
      onDone={(message) => {
        toast.success(message);
        const back = stepsBackTo(paths.sessions.href());
        // Goes back to the list in the history instead of adding a second one.
        if (back === null) void navigate(paths.sessions.href(), { replace: true });
        else void navigate(back);
      }}
    />
  );
}

/** `?kind=orders`. */
function Activity(): ReactElement {
  const { params, change } = useQueryParams();
  const { openDialog } = useDialogs();
  const [before] = useState(() => cameBy(paths.sessions.href()));
  return (
    <ActivityPage
      backTo={before}
      kind={oneOf(ACTIVITY_KINDS, params.get('kind'), 'all')}
      onKind={(kind) => change({ kind: kind === 'all' ? null : kind }, { replace: true })}
      onHistory={(orderId) => openDialog('history', orderId)}
    />
  );
}

/** The pages link to each other, so they share one chunk. */
export const account: Readonly<Record<'sessions' | 'password' | 'activity', RouteModule>> = {
  sessions: { handle: { title: () => i18next.t('sessions.title', { ns: 'account' }) }, Component: Sessions },
  password: { handle: { title: () => i18next.t('password.title', { ns: 'account' }) }, Component: Password },
  activity: { handle: { title: () => i18next.t('activity.title', { ns: 'account' }) }, Component: Activity },
};
