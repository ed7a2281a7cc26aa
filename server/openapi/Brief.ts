import type { Schema } from '../http/fieldSchemas.ts';

/** A short description of a call; the endpoint supplies its body. */
export type Brief = {
  readonly at: string;
  readonly summary: string;
  readonly answer?: Schema;
  readonly type?: string;
  readonly status?: number;
  readonly isPublic?: boolean;
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
};
