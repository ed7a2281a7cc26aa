import { createContext, useContext, useEffect } from 'react';
import { ApiError } from './ApiError.ts';

type Fail = (error: unknown) => void;

const PageFailureContext = createContext<Fail | undefined>(undefined);

export const PageFailureProvider = PageFailureContext.Provider;

/** Whether the page's own record does not exist, or may not be seen; 400: the address contains no valid id. */
export function isPageFailure(error: unknown): error is ApiError {
  return error instanceof ApiError && [400, 403, 404].includes(error.status);
}

/**
 * For a block that loads the record of its page: if there is none, the whole page is replaced, as it is when a
 * screen loads the record itself. Returns whether it will be.
 */
export function usePageFailure(error: unknown): boolean {
  const fail = useContext(PageFailureContext);
  const isOfPage = fail !== undefined && isPageFailure(error);
  useEffect(() => {
    if (isOfPage) fail(error);
  }, [isOfPage, fail, error]);
  return isOfPage;
}
