import { ApiError } from './ApiError.ts';
import type { Say } from './messages.tsx';

/** What a person is told about an error: the server's answer, otherwise a general text. */
export function errorText(error: unknown, say: Say, fallback = 'ui.error.text'): string {
  return error instanceof ApiError ? error.message : say(fallback);
}
