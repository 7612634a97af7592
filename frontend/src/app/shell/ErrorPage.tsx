import { TriangleAlert } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isAppError } from '../../shared/api/appError';
import { errorLines } from '../../shared/api/errorLines';
import { useBack } from '../../shared/hooks/useBack';
import { useText } from '../../shared/i18n/useText';
import { isChunkError } from '../../shared/lib/chunks';
import { paths } from '../../shared/navigation/paths';
import { Button } from '../../shared/ui/Button';
import { LinkButton } from '../../shared/ui/Link';
import { StatePage } from './StatePage';

const reload = (): void => {
  window.location.reload();
};

/** A page that could not be drawn or fetched. A reload also brings the files of a newer version. */
export function ErrorPage(): ReactElement {
  const t = useText('common');
  const error = useRouteError();
  useEffect(() => {
    console.error(error);
  }, [error]);
  const missing = isChunkError(error);
  useBack(() => {
    // The router never retries a failed route, and this page has no input to lose.
    if (missing) reload();
  });
  return (
    <StatePage
      icon={<TriangleAlert />}
      title={t(missing ? 'chunk.title' : 'crash.title')}
      lines={isAppError(error) ? errorLines(error) : [t(missing ? 'chunk.body' : 'crash.body')]}
      actions={
        <>
          <Button onClick={reload}>{t('actions.reload')}</Button>
          <LinkButton variant="secondary" to={paths.home.href()} reloadDocument>
            {t('actions.toHome')}
          </LinkButton>
        </>
      }
    />
  );
}
