import type { ReactElement } from 'react';
import { Navigate } from 'react-router';
import { useSellerStatusQuery } from '../../../entities/seller/endpoints';
import { capabilitiesOf } from '../../../entities/seller/sellerType';
import { paths } from '../../../shared/navigation/paths';

interface SentAway {
  /** Replaces the page for sellers without invoices (type 3 goes to the log-in page). */
  readonly instead: ReactElement | null;
  /** The seller's type is not known yet. */
  readonly waiting: boolean;
}

export function useSentAway(): SentAway {
  const { data, isLoading } = useSellerStatusQuery(undefined);
  const sent = data !== undefined && capabilitiesOf(data.type).sentFromInvoices;
  return { instead: sent ? <Navigate to={paths.logIn.href()} replace /> : null, waiting: isLoading };
}
