import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { OrderLine } from '../../../entities/order/types';
import { productApi } from '../../../entities/product/endpoints';
import { asAppError } from '../../../shared/api/appError';
import { UNAUTHORIZED } from '../../../shared/api/httpStatus';
import { toastError } from '../../../shared/api/useMutationToast';
import { toast, toastDuration } from '../../../shared/ui/Toast';
import type { OrderDispatch } from './orderSync';

const options = { duration: toastDuration.short };

interface Quantity {
  /** The stock is being asked for. */
  readonly checking: boolean;
  /** How often an increase was refused. */
  readonly refusals: number;
  readonly ask: (next: number) => Promise<void>;
}

/** Asks for the stock before every change of a line; `accept` gets the quantities that may stand, 0 among them. */
export function useQuantity({ typeId, quantity }: OrderLine, accept: (next: number) => void): Quantity {
  const { t } = useTranslation('order');
  const dispatch = useDispatch<OrderDispatch>();
  const [checking, setChecking] = useState(false);
  const [refusals, setRefusals] = useState(0);

  const ask = useCallback(
    async (next: number): Promise<void> => {
      setChecking(true);
      const asked = productApi.endpoints.stock.initiate(typeId, { forceRefetch: true, subscribe: false });
      const { data: stock, error } = await dispatch(asked);
      setChecking(false);
      if (error !== undefined || stock === undefined) {
        const failure = asAppError(error ?? {});
        if (failure.status !== UNAUTHORIZED) toastError(failure, { fallback: 'server', options });
      } else if (stock <= 0 && next > quantity) {
        setRefusals((count) => count + 1);
        toast.error(t('stockEmpty'), options);
      } else {
        accept(next);
      }
    },
    [dispatch, typeId, quantity, accept, t],
  );

  return { checking, refusals, ask };
}
