import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { AboutPage as Component } from '../ui/AboutPage';

export const handle: RouteHandle = { title: () => i18next.t('about.title', { ns: 'pages' }) };
