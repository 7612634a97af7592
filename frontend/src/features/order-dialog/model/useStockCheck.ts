import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { OrderLine } from '../../../entities/order/types';
import { useLazyStockQuery } from '../../../entities/product/endpoints';
import { isSeller } from '../../../entities/session/roles';
import { selectRoles } from '../../../entities/session/session.slice';
import { isAppError } from '../../../shared/api/appError';
import { toast } from '../../../shared/ui/Toast';
import { complain, short } from './useDraft';

interface StockCheck {
  readonly checking: boolean;
  /** How often an increase was refused. */
  readonly refusals: number;
  /** What can still be sold, as it was at the last question; null: not asked. */
  readonly stock: number | null;
  /** Gives `next` to `accept` when the stock allows it. */
  readonly ask: (next: number) => Promise<void>;
}

/** Asks a seller's own stock before every change of a line. An operator may not: there the server alone decides. */
export function useStockCheck({ typeId, quantity }: OrderLine, accept: (next: number) => void): StockCheck {
  const { t } = useTranslation('orderDialog');
  const mayAsk = isSeller(useSelector(selectRoles));
  const [askStock, { data, isFetching }] = useLazyStockQuery();
  const [refusals, setRefusals] = useState(0);

  const ask = async (next: number): Promise<void> => {
    if (!mayAsk) {
      accept(next);
      return;
    }
    try {
      const stock = await askStock(typeId).unwrap();
      if (stock > 0 || next <= quantity) {
        accept(next);
        return;
      }
      setRefusals((count) => count + 1);
      toast.error(t('stockEmpty'), short);
    } catch (error) {
      if (!isAppError(error)) throw error;
      complain(error);
    }
  };

  return { checking: isFetching, refusals, stock: data ?? null, ask };
}
