import type { Schema } from '../http/fieldSchemas.ts';

/** A call, said in brief; what it takes its endpoint says. */
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
