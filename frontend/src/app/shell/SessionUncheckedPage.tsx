import { CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator, useRouteError } from 'react-router';
import { LogOut } from '../../entities/session/ui/LogOut';
import { isAppError } from '../../shared/api/appError';
import { errorLines } from '../../shared/api/errorLines';
import { Button } from '../../shared/ui/Button';
import { ErrorPage } from './ErrorPage';
import { StatePage } from './StatePage';

/** The session could not be checked because no answer came: nobody is logged out, one may try again. */
export function SessionUncheckedPage(): ReactElement {
  const { t } = useTranslation();
  const { revalidate, state } = useRevalidator();
  const error = useRouteError();
  if (!isAppError(error)) return <ErrorPage />;
  return (
    <StatePage
      icon={<CloudOff size={48} strokeWidth={1.25} />}
      title={t('unchecked.title')}
      lines={[...errorLines(error), t('unchecked.body')]}
      actions={
        <>
          <Button busy={state === 'loading'} onClick={() => void revalidate()}>
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
