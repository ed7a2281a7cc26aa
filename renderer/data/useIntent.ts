import { useRef } from 'react';
import type { Intent } from './intents.ts';

/** The intent of the one call of a part of the page, for as long as the part is shown. */
export function useIntent(): Intent {
  return useRef<Intent>({}).current;
}
