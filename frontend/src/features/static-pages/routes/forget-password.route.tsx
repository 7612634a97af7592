import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';

export { ForgetPasswordPage as Component } from '../ui/ForgetPasswordPage';

export const handle: RouteHandle = { title: () => i18next.t('forgetPassword.title', { ns: 'pages' }) };
