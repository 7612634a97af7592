import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { RulesPage as Component } from '../ui/RulesPage';

export const handle: RouteHandle = { title: () => i18next.t('rules.title', { ns: 'pages' }) };
