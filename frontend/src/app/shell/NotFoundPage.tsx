import { SearchX } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../shared/i18n/useText';
import { paths } from '../../shared/navigation/paths';
import { LinkButton } from '../../shared/ui/Link';
import { StatePage } from './StatePage';

export function NotFoundPage(): ReactElement {
  const t = useText('common');
  return (
    <StatePage
      icon={<SearchX />}
      title={t('notFound.title')}
      lines={[t('notFound.body')]}
      actions={<LinkButton to={paths.home.href()}>{t('actions.toHome')}</LinkButton>}
    />
  );
}
