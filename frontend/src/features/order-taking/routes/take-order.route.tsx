import i18next from 'i18next';
import { type ReactElement, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { changeOf, filterIn } from '../../../entities/goods/filter';
import { paths } from '../../../shared/navigation/paths';
import type { RouteHandle } from '../../../shared/navigation/routeModule';
import { useQueryParams } from '../../../shared/navigation/useQueryParams';
import { useUrlSheet } from '../../../shared/navigation/useUrlSheet';
import { TakeOrderPage } from '../ui/TakeOrderPage';

export const handle: RouteHandle = { title: () => i18next.t('title', { ns: 'taking' }) };

/** `?shelf=all&search=…&brands=id,id`. */
export function Component(): ReactElement {
  const { customerId = '' } = useParams();
  const { params, change } = useQueryParams();
  const review = useUrlSheet('review');
  const navigate = useNavigate();
  const [placedId, setPlacedId] = useState<string | null>(null);
  const reviewing = review.value !== null;
  // Once the sheet is closed, the order takes the place of the page that made it: Back leads to where it was begun.
  useEffect(() => {
    if (placedId !== null && !reviewing) void navigate(paths.order.href(customerId, placedId), { replace: true });
  }, [placedId, reviewing, customerId, navigate]);
  return (
    <TakeOrderPage
      key={customerId}
      customerId={customerId}
      filter={filterIn(params)}
      onFilter={(part) => change(changeOf(part), { replace: true })}
      reviewing={reviewing}
      onReview={() => review.open('1')}
      onReviewClose={review.close}
      onPlaced={(orderId) => {
        setPlacedId(orderId);
        if (reviewing) review.close();
      }}
    />
  );
}
