import { SearchX, Sprout } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation } from 'react-router';
import { paths } from '../../shared/navigation/paths';
import { LinkButton } from '../../shared/ui/Link';
import { StatePage } from './StatePage';

/** A place that the product knows and the home page names, but that this version does not have. */
const isPlanned = (pathname: string): boolean =>
  Object.values(paths).some(({ route }) => matchPath(route, pathname) !== null);

export function NotFoundPage(): ReactElement {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const planned = isPlanned(pathname);
  const Icon = planned ? Sprout : SearchX;
  return (
    <StatePage
      icon={<Icon size={48} strokeWidth={1.25} />}
      title={t(planned ? 'notOpen.title' : 'notFound.title')}
      lines={[t(planned ? 'notOpen.body' : 'notFound.body')]}
      actions={<LinkButton to={paths.home.href()}>{t('actions.toHome')}</LinkButton>}
    />
  );
}
