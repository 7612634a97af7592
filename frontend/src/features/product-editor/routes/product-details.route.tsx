import i18next from 'i18next';
import type { ReactElement } from 'react';
import { useParams } from 'react-router';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useUrlSheet } from '../../../shared/navigation/useUrlSheet';
import { ProductDetailsPage } from '../ui/ProductDetailsPage';

export const handle: RouteHandle = { title: () => i18next.t('details.title', { ns: 'catalogue' }) };

export function Component(): ReactElement {
  const { productId = '' } = useParams();
  const info = useUrlSheet('type');
  return (
    <ProductDetailsPage
      key={productId}
      productId={productId}
      infoTypeId={info.value}
      onInfo={info.open}
      onInfoClose={info.close}
    />
  );
}
