import { CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useNavigation, useRouteError } from 'react-router';
import { LogOut } from '../../entities/session/ui/LogOut';
import { isAppError } from '../../shared/api/appError';
import { errorLines } from '../../shared/api/errorLines';
import { Button } from '../../shared/ui/Button';
import { ErrorPage } from './ErrorPage';
import { StatePage } from './StatePage';

/** The session could not be checked because no answer came: nobody is logged out, one may try again. */
export function SessionUncheckedPage(): ReactElement {
  const { t } = useTranslation();
  const here = useLocation();
  const navigate = useNavigate();
  const { state } = useNavigation();
  const error = useRouteError();
  if (!isAppError(error)) return <ErrorPage />;
  // A step to the same place: a revalidation whose answer comes before the page has drawn that it waits leaves the
  // router's error boundary as it is, for ever.
  const again = (): void => void navigate(here, { replace: true, state: here.state as unknown });
  return (
    <StatePage
      icon={<CloudOff size={48} strokeWidth={1.25} />}
      title={t('unchecked.title')}
      lines={[...errorLines(error), t('unchecked.body')]}
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
