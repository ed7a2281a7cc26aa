import type { PublicFormModel } from '#engine';
import type { OperationCall, Runtime } from '../operations/OperationCall.ts';

/** An answer being taken. */
export type Taking = {
  /** Without anyone's row access. */
  readonly runtime: Runtime;
  readonly call: OperationCall;
  readonly form: PublicFormModel;
  readonly zone: string;
};
