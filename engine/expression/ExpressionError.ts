/** Messages of runtime errors; the codes are jsonata's where it has one. */
const sentences = {
  D1001: 'A number grew out of range; check for a division by zero.',
  D1002: 'Only a number can be made negative.',
  D1009: 'Two entries of the object have the same name; name them apart.',
  D1012: 'The expression takes too much work; read fewer rows or split it.',
  D1013: 'Names that start with _jsonata_ are reserved; choose another.',
  D3001: 'A number out of range cannot become text; check for a division by zero.',
  D3030: 'This is not a number; give digits such as 12.5.',
  D3070: 'Only a list of numbers, or a list of texts, can be sorted.',
  T0410: 'An argument has the wrong type; see what the function takes.',
  T0411: 'The current value has the wrong type for this function; give the argument.',
  T0412: 'Every item of the list must have the type the function takes.',
  T1003: 'The name of an entry of an object must be text.',
  T2001: 'The left side must be a number.',
  T2002: 'The right side must be a number.',
  T2009: 'Text can only be compared with text, and a number with a number.',
  T2010: 'Only numbers and texts can be compared by size; test with $has(…) that there is one.',
  'text.too-long': 'The text grew longer than 1,000,000 characters; join less.',
  'date.invalid': 'This is not a date; write it as 2026-01-31.',
  'date.range': 'The date falls outside the years 0 to 9999.',
  'decimal.invalid': 'This is not a number; give digits such as 12.50.',
  'decimal.range': 'The number has too many digits to compute exactly.',
  'decimal.divide': 'Division by zero; test the divisor first.',
  'decimal.scale': 'The number of decimals must be a whole number from 0 to 20.',
  unexpected: 'The expression could not be computed with these values.',
} as const;

export type ExpressionErrorCode = keyof typeof sentences;

/** Thrown when a running expression meets values it cannot handle. */
export class ExpressionError extends Error {
  readonly code: string;
  /** Character position in the text of the expression. */
  readonly at: number;

  constructor(code: ExpressionErrorCode, at: number, message: string = sentences[code]) {
    super(message);
    this.name = 'ExpressionError';
    this.code = code;
    this.at = at;
  }
}
