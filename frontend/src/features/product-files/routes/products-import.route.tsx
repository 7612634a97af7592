import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useLocation } from 'react-router';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { pastedIn } from '../api/wire';
import { ImportPage } from '../ui/ImportPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'productFiles' }) };

export function Component(): ReactElement {
  const state: unknown = useLocation().state;
  return <ImportPage pasted={pastedIn(state)} />;
}
