import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { FaqPage as Component } from '../ui/FaqPage';

export const handle: RouteHandle = { title: () => i18next.t('faq.title', { ns: 'pages' }) };
