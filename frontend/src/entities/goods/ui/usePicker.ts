import { useMemo } from 'react';
import { asAppError } from '../../../shared/api/appError';
import { NOT_FOUND } from '../../../shared/api/httpStatus';
import { useOrderGuideQuery } from '../endpoints';
import { type AskedFilter, isSearching, type PickerFilter } from '../filter';

export type Picker = ReturnType<typeof usePicker>;

/** The goods that can be ordered for a customer, by the filter of the address. Stock is as of now: it is read again. */
export function usePicker(
  customerId: string,
  { shelf, ...search }: AskedFilter,
  onFilter: (part: Partial<PickerFilter>) => void,
) {
  const guide = useOrderGuideQuery(customerId, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const goods = guide.data?.goods;
  const gone = guide.error !== undefined && asAppError(guide.error).status === NOT_FOUND;
  const filter: PickerFilter = { ...search, shelf: shelf ?? (gone || goods?.length === 0 ? 'all' : 'guide') };
  return {
    guide,
    /** There is no such customer. */
    gone,
    filter,
    onFilter,
    inGuide: filter.shelf === 'guide' && !isSearching(filter),
    /** How the customer buys, by type. */
    habits: useMemo(() => new Map(goods?.map((one) => [one.typeId, one])), [goods]),
  };
}
