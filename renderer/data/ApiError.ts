import type { DataRecord, ServerError } from '#engine';

export type Confirmation = {
  readonly Rule: string;
  readonly Message: string;
  readonly Token: string;
  /** Button labels, if the rule declares its own. */
  readonly Yes?: string;
  readonly No?: string;
};

/** The last change of one field; `ChangedAt` is in UTC. */
export type FieldChange = {
  readonly Field: string;
  readonly ChangedBy?: string | null;
  readonly ChangedAt: string;
};

/** The shared body shape of all 4xx and 5xx answers. */
export type ErrorBody = {
  readonly Message?: string;
  readonly Code?: string;
  readonly ErrorMessages?: readonly string[];
  readonly Errors?: readonly string[];
  readonly ValidationErrors?: readonly ServerError[];
  readonly Confirmations?: readonly Confirmation[];
  readonly Current?: DataRecord;
  readonly Changes?: readonly FieldChange[];
  /** At sign-in: the password is right, but the second-factor code is missing or wrong. */
  readonly CodeRequired?: boolean;
  /** Then also: what the browser asks a passkey instead of a code. */
  readonly PasskeyOptions?: Readonly<Record<string, unknown>>;
  /** With 404: the record that does not exist, or the address that no call has. */
  readonly Missing?: { readonly Entity?: string; readonly Id?: string; readonly Path?: string };
  readonly TraceId?: string;
  /** Why a call with an Idempotency-Key was rejected. */
  readonly Reason?: string;
  /** Then also, if it was carried out and its answer not kept: where to read the result. */
  readonly Location?: string;
};

/** A failed call; `message` can be shown to a person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status; 0 if no answer arrived. */
  readonly status: number;
  /**
   * `network`: no answer. `carried-out`: an earlier call succeeded, with other values or with an answer that is
   * lost. `declined`: the person
   * refused a confirmation. Otherwise a code of the HTTP contract.
   */
  readonly code: string;
  readonly body: ErrorBody;
  /** For `carried-out`: the answer to the first call. */
  readonly first?: unknown;

  constructor(status: number, body: ErrorBody, code?: string, first?: unknown) {
    super(body.Message ?? `HTTP ${status}`);
    this.status = status;
    this.code = code ?? body.Code ?? 'internal';
    this.body = body;
    this.first = first;
  }

  /** Messages with the fields they belong to. */
  get validationErrors(): readonly ServerError[] {
    return this.body.ValidationErrors ?? [];
  }

  /** The stored record, after another person saved first. */
  get current(): DataRecord | undefined {
    return this.body.Current;
  }

  /** Who last changed its fields, if recorded. */
  get changes(): readonly FieldChange[] {
    return this.body.Changes ?? [];
  }
}

/** A call answered with a success status that reports failure; `answer` is all of it. */
export class FailedAnswer extends ApiError {
  readonly answer: unknown;

  constructor(status: number, body: ErrorBody, answer: unknown) {
    super(status, body);
    this.answer = answer;
  }
}

/** Whether a call was not carried out to the end for reasons that pass, so that it may be sent again. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'network' || [502, 503, 504].includes(error.status));
}
