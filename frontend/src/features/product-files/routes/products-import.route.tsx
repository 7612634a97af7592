import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { ImportPage } from '../ui/ImportPage';

export const handle: RouteHandle = { title: () => i18next.t('bulk.title', { ns: 'catalogue' }) };

export const Component = ImportPage;
