import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { SettingsPage } from '../ui/SettingsPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'settings' }) };

export const Component = SettingsPage;
