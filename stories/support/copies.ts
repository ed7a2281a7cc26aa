import { createContext, useContext } from 'react';

/** Prefix of DOM ids, for a story shown several times on a page. */
export const CopyContext = createContext('');

/** A DOM id unique to this copy. */
export function useCopyId(id: string): string {
  return useContext(CopyContext) + id;
}
