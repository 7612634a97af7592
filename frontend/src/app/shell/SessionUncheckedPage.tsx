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

/** Goes on trying: at once when there is a network again, and now and then, for a server that is down. */
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

/** The session could not be checked because no answer came: nobody is logged out, and the page comes when one does. */
export function SessionUncheckedPage(): ReactElement {
  const t = useText('common');
  const here = useLocation();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const error = useRouteError();
  // A step to the same place: a revalidation whose answer comes before the page has drawn that it waits leaves the
  // router's error boundary as it is, for ever.
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
      // That there is no connection stands above the page.
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
