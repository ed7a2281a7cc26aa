import { defineFieldKind, fieldTraits } from '#engine';

/** A weight in whole grams: sorted and summed as a number, written in grams or kilograms. */
export const weight = defineFieldKind({
  ...fieldTraits.amount,
  name: 'weight',
  column: 'integer',
  schema: { type: 'integer', minimum: 0, maximum: 100_000_000, description: 'A number of grams.' },
  isKeptAsSent: true,
  filter: {
    ...fieldTraits.amount.filter,
    parse: fieldTraits.parseInteger,
    problem: 'query.value.weight',
    input: 'written',
  },
  sheet: { format: 'text', read: 'written' },
  overlay: { settings: ['minimum', 'maximum', 'unique', 'default'], inRows: true },
  written: { format: writeWeight, parse: readWeight, problem: 'validation.format.weight' },
  examples: {
    declared: { type: 'integer', 'x-kind': 'weight' },
    good: [
      { sent: 2400, en: '2.4 kg', fr: '2,4 kg' },
      { sent: 800, en: '800 g', fr: '800 g' },
      { sent: 1234, en: '1234 g', fr: '1234 g' },
    ],
    bad: ['2.4 kg', '800', 1.5, -1, 1e9, true, [800], {}],
  },
});

const written = /^(\d{1,9})(?:([.,])(\d{1,3}))?\s*(k?g)$/;

/** `800 g`, `2.4 kg`, `2,4 kg`; undefined without a unit, or if a comma could separate thousands. */
export function readWeight(text: string): number | undefined {
  const [whole, count, mark, decimals = '', unit] =
    written.exec(text.normalize('NFKC').trim().toLowerCase()) ?? [];
  if (whole === undefined || (mark === ',' && decimals.length === 3)) return undefined;
  if (unit === 'g') return mark ? undefined : Number(count);
  return Number(count) * 1000 + Number(decimals.padEnd(3, '0'));
}

/** Kilograms if they need at most two decimals, and grams otherwise. */
export function writeWeight(value: unknown, locale: 'en-CA' | 'fr-CA'): string {
  if (typeof value !== 'number') return String(value);
  const grams = Math.round(value);
  if (grams < 1000 || grams % 10 !== 0) return `${grams} g`;
  const kilograms = String(grams / 1000);
  return `${locale === 'fr-CA' ? kilograms.replace('.', ',') : kilograms} kg`;
}
