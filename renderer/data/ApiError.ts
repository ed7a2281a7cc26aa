import type { DataRecord, ServerError } from '#engine';

export type Confirmation = {
  readonly Rule: string;
  readonly Message: string;
  readonly Token: string;
  /** What is answered, where the rule has words of its own for it. */
  readonly Yes?: string;
  readonly No?: string;
};

/** Who changed a field last, and when (UTC). */
export type FieldChange = {
  readonly Field: string;
  readonly ChangedBy?: string | null;
  readonly ChangedAt: string;
};

/** The one body shape of every 4xx and 5xx answer. */
export type ErrorBody = {
  readonly Message?: string;
  readonly Code?: string;
  readonly ErrorMessages?: readonly string[];
  readonly Errors?: readonly string[];
  readonly ValidationErrors?: readonly ServerError[];
  readonly Confirmations?: readonly Confirmation[];
  readonly Current?: DataRecord;
  readonly Changes?: readonly FieldChange[];
  /** Of a sign-in: the password is right, and the code of the second factor missing or wrong. */
  readonly CodeRequired?: boolean;
  readonly TraceId?: string;
  /** Why a call with an Idempotency-Key was not carried out. */
  readonly Reason?: string;
};

/** A call that did not succeed; `message` is fit to show a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** `network` where no answer came, `carried-out` where an earlier call with other values was, `declined` where a person said no to a confirmation, else the contract's code. */
  readonly code: string;
  readonly body: ErrorBody;
  /** Of `carried-out`: what the first call answered. */
  readonly first?: unknown;

  constructor(status: number, body: ErrorBody, code?: string, first?: unknown) {
    super(body.Message ?? `HTTP ${status}`);
    this.status = status;
    this.code = code ?? body.Code ?? 'internal';
    this.body = body;
    this.first = first;
  }

  /** Sentences with the field they belong to. */
  get validationErrors(): readonly ServerError[] {
    return this.body.ValidationErrors ?? [];
  }

  /** The record as it is stored now, where someone else saved first. */
  get current(): DataRecord | undefined {
    return this.body.Current;
  }

  /** Who changed its fields last, as far as that is kept. */
  get changes(): readonly FieldChange[] {
    return this.body.Changes ?? [];
  }
}

/** Whether a call failed for want of an answer: trying again may help. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'network';
}
