import { createContext, useContext } from 'react';

/** Which copy of a story this is, where it stands on a page more than once: the start of its DOM ids. */
export const CopyContext = createContext('');

/** A DOM id of this copy alone. */
export function useCopyId(id: string): string {
  return useContext(CopyContext) + id;
}
