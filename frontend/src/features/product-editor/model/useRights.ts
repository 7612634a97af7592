import { useChildnessQuery } from '../../../entities/seller/endpoints';
import { useErrorToast } from '../../../shared/api/useErrorToast';

export interface Rights {
  /** `child`: a child seller may look only; `unknown`: the check is under way, or it failed. */
  readonly state: 'unknown' | 'may' | 'child';
  readonly failed: boolean;
  readonly checking: boolean;
  readonly check: () => void;
}

/** Whether this seller may edit products (part 2, 6); the server refuses a child seller's change all the same. */
export function useRights(): Rights {
  const { data: child, error, isFetching, refetch } = useChildnessQuery(undefined, { refetchOnMountOrArgChange: true });
  useErrorToast(error, 'childness');
  return {
    state: child === undefined ? 'unknown' : child ? 'child' : 'may',
    failed: error !== undefined && child === undefined,
    checking: isFetching,
    check: () => void refetch(),
  };
}
