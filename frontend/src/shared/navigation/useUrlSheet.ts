import { useLocation, useNavigate } from 'react-router';

const here = { preventScrollReset: true } as const;

export interface UrlSheet {
  /** Null while it is closed. */
  readonly value: string | null;
  readonly open: (value: string) => void;
  readonly close: () => void;
}

/**
 * A sheet of one page that is open while the address has its parameter, so that Back closes it. For `routes/`; a page
 * takes values and callbacks.
 */
export function useUrlSheet(name: string): UrlSheet {
  const location = useLocation();
  const navigate = useNavigate();
  const searchWith = (value: string | null): string => {
    const params = new URLSearchParams(location.search);
    if (value === null) params.delete(name);
    else params.set(name, value);
    return params.toString();
  };
  const opened = (location.state as { sheet?: unknown } | null)?.sheet === name;
  return {
    value: new URLSearchParams(location.search).get(name),
    open: (value) => {
      void navigate({ search: searchWith(value) }, { ...here, state: { sheet: name } });
    },
    close: () => {
      // A link straight to the open sheet has no entry below it to go back to.
      if (opened) void navigate(-1);
      else void navigate({ search: searchWith(null) }, { ...here, replace: true });
    },
  };
}
