import { CloudOff } from 'lucide-react';
import { type ReactElement, useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router';
import { LogOut } from '../../entities/session/ui/LogOut';
import { isAppError } from '../../shared/api/appError';
import { errorLines } from '../../shared/api/errorLines';
import { useBack } from '../../shared/hooks/useBack';
import { useText } from '../../shared/i18n/useText';
import { pauseBefore } from '../../shared/lib/pauses';
import { Button } from '../../shared/ui/Button';
import { ErrorPage } from './ErrorPage';
import { StatePage } from './StatePage';

/** Retries at once when the network is back, and at intervals for a server that is down. */
function useTries(run: () => void, retryAfter = 0): void {
  const again = useEffectEvent(() => {
    if (!document.hidden && navigator.onLine) run();
  });
  const pause = useEffectEvent((tries: number) => Math.max(pauseBefore(tries), retryAfter * 1000));
  useBack(run);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (tries: number): void => {
      timer = setTimeout(() => {
        again();
        wait(tries + 1);
      }, pause(tries));
    };
    wait(0);
    return () => clearTimeout(timer);
  }, []);
}

/** The session check got no answer. The user stays logged in, and the page opens as soon as the server answers. */
export function SessionUncheckedPage(): ReactElement {
  const t = useText('common');
  const here = useLocation();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const error = useRouteError();
  // Navigates to the same address, because a revalidation that is answered before this page has rendered its waiting
  // state leaves the router's error boundary up for ever.
  const again = (): void => void navigate(here, { replace: true, state: here.state as unknown });
  const unanswered = isAppError(error);
  useTries(
    () => {
      if (unanswered && state === 'idle') again();
    },
    unanswered ? error.retryAfter : undefined,
  );
  if (!unanswered) return <ErrorPage />;
  return (
    <StatePage
      icon={<CloudOff />}
      title={t('unchecked.title')}
      // The offline banner above the page says that already.
      lines={[...(error.kind === 'offline' ? [] : errorLines(error)), t('unchecked.body')]}
      actions={
        <>
          <Button busy={state === 'loading'} onClick={again}>
            {t('actions.retry')}
          </Button>
          <LogOut
            button={(label, onClick) => (
              <Button variant="secondary" onClick={onClick}>
                {label}
              </Button>
            )}
          />
        </>
      }
    />
  );
}
