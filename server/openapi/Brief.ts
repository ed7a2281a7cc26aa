import type { Schema } from '../http/fieldSchemas.ts';

/** A call, said in brief. */
export type Brief = {
  readonly at: string;
  readonly summary: string;
  readonly answer?: Schema;
  readonly type?: string;
  readonly body?: Schema;
  /** Media type of the body; JSON where it says nothing. */
  readonly sends?: string;
  readonly status?: number;
  readonly isPublic?: boolean;
  readonly query?: readonly string[];
  /** Takes `If-Match`. */
  readonly isConditional?: boolean;
};
