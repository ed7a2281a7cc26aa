/** Why a formula cannot be parsed or evaluated: a message key and its parameters. */
export class FormulaError extends Error {
  readonly key:
    | 'report.formula.broken'
    | 'report.formula.unknown'
    | 'report.formula.too-long'
    | 'report.formula.too-much'
    | 'report.columns.too-many'
    | 'report.compare.too-many'
    | 'report.pivot.too-large';
  readonly about: string;

  constructor(key: FormulaError['key'], about: string) {
    super(`${key}: ${about}`);
    this.name = 'FormulaError';
    this.key = key;
    this.about = about;
  }
}
