import { SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../shared/navigation/paths';
import { LinkButton } from '../../shared/ui/Link';
import { StatePage } from './StatePage';

export function NotFoundPage(): ReactElement {
  const { t } = useTranslation();
  return (
    <StatePage
      icon={<SearchX />}
      title={t('notFound.title')}
      lines={[t('notFound.body')]}
      actions={<LinkButton to={paths.home.href()}>{t('actions.toHome')}</LinkButton>}
    />
  );
}
