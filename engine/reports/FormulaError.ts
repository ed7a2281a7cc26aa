/** Why a formula is not read: a message and what it is about. */
export class FormulaError extends Error {
  readonly key: 'report.formula.broken' | 'report.formula.unknown' | 'report.formula.too-long';
  readonly about: string;

  constructor(key: FormulaError['key'], about: string) {
    super(`${key}: ${about}`);
    this.name = 'FormulaError';
    this.key = key;
    this.about = about;
  }
}
