/** What a row of a file of codes says: a code, nothing, or a mistake. */
import { unguardFormula } from '#engine';
import type { TextRow } from '../../rows/streamCsv.ts';

export type RowMistake = {
  readonly line: number;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
};

const longest = 64;

/** The code of a row's first cell, in capitals; undefined where there is none. */
export function readCode({ line, cells }: TextRow): string | RowMistake | undefined {
  const code = unguardFormula((cells[0] ?? '').trim()).toUpperCase();
  if (code === '') return undefined;
  const shown = code.slice(0, 40);
  if (code.length > longest)
    return {
      line,
      message: 'eligibility-code.too-long',
      params: { line, code: `${shown}…`, limit: longest },
    };
  // What a program writes where it could not read a letter, and what nobody can type.
  if (/[\p{Cc}\uFFFD]/u.test(code)) return { line, message: 'eligibility-code.unreadable', params: { line } };
  return code;
}

const headings = new Set([
  'code',
  'codes',
  'code name',
  'codename',
  'promo code',
  'promo codes',
  'promocode',
  'promotion code',
  'eligibility code',
  'eligibility codes',
  'vin',
  'vins',
  'vin number',
  'code promotionnel',
  'codes promotionnels',
  'niv',
]);

/** The first row of a file may say what stands below it. */
export function isHeading({ cells }: TextRow): boolean {
  return headings.has((cells[0] ?? '').trim().toLowerCase().replaceAll('_', ' '));
}
