import { useEffect, useMemo, useState } from 'react';
import { asAppError } from '../../../shared/api/appError';
import { useOrderQuoteQuery } from '../api/endpoints';
import { bodyOf } from './draft';
import type { TakenLine } from './schema';

/** ms that the quantities rest before their price is asked for. */
const REST = 300;

/** What the server says that these lines would cost. `fresh`: it is of these, and not of those before them. */
export function useTakenQuote(customerId: string, lines: readonly TakenLine[]) {
  const body = useMemo(() => bodyOf(customerId, { lines, note: '' }), [customerId, lines]);
  const [asked, setAsked] = useState(body);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(body), REST);
    return () => clearTimeout(timer);
  }, [body]);
  const isEmpty = asked.products.every(({ options }) => options.length === 0);
  const { data, currentData, error, isFetching } = useOrderQuoteQuery(asked, { skip: isEmpty });
  return {
    quote: data,
    quoteError: error && !isFetching ? asAppError(error) : null,
    fresh: currentData !== undefined && asked === body,
  };
}
