/** Why a step gives no value for these values: a code, and what a sentence about it needs. */
export class StepError extends Error {
  readonly code: 'missing' | 'cell' | 'divide' | 'range' | 'type' | 'work';
  readonly params: Readonly<Record<string, string>>;
  /** The step it happened in. */
  step = '';

  constructor(code: StepError['code'], params: StepError['params'] = {}) {
    super(`${code}: ${Object.values(params).join(', ')}`);
    this.name = 'StepError';
    this.code = code;
    this.params = params;
  }
}
