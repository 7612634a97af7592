import type { ReactElement } from 'react';
import { asAppError, type QueryError } from '../api/appError';
import { type ErrorKey, errorLines } from '../api/errorLines';
import { NOT_FOUND } from '../api/httpStatus';
import { ErrorState } from './ErrorState';

export interface FailedReadProps {
  readonly error: QueryError;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** What is said where the server has said nothing. */
  readonly otherwise?: ErrorKey;
}

/** In the place of what could not be read, or is not there. */
export function FailedRead({ error, isFetching, refetch, otherwise = 'list' }: FailedReadProps): ReactElement {
  return (
    <ErrorState
      lines={errorLines(error, otherwise)}
      isMissing={asAppError(error).status === NOT_FOUND}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
