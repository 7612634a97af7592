import type { ReactElement } from 'react';
import { asAppError, type QueryError } from '../api/appError';
import { type ErrorKey, errorLines } from '../api/errorLines';
import { NOT_FOUND } from '../api/httpStatus';
import { ErrorState } from './ErrorState';

interface FailedReadProps {
  readonly error: QueryError;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
  /** The message when the server sent none. */
  readonly otherwise?: ErrorKey;
}

/** In the place of something that could not be loaded or does not exist. */
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
