import i18next from 'i18next';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { ImportPage } from '../ui/ImportPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'productFiles' }) };

export const Component = ImportPage;
