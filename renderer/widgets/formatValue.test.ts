import { describe, expect, it } from 'vitest';
import type { FormatOptions } from '../fields/defineKindView.ts';
import { formatValue } from './formatValue.ts';

const english = { locale: 'en-CA', yes: 'Yes', no: 'No' } as const;
const french = { locale: 'fr-CA', yes: 'Oui', no: 'Non' } as const;
const format = (value: unknown, options: Partial<FormatOptions> & Pick<FormatOptions, 'kind'>) =>
  formatValue(value, { ...english, ...options })
    .replaceAll('\u00a0', ' ')
    .replaceAll('\u202f', ' ');

describe('formatValue', () => {
  it('formats money, percent and dates for the language', () => {
    expect(format(1234.5, { kind: 'money', scale: 2 })).toBe('$1,234.50');
    expect(format(1234.5, { kind: 'money', scale: 2, ...french })).toBe('1 234,50 $');
    expect(format(12.5, { kind: 'percent' })).toBe('12.5%');
    expect(format(12.5, { kind: 'percent', ...french })).toBe('12,5 %');
    expect(format('2026-03-01', { kind: 'date' })).toBe('Mar 1, 2026');
    expect(format('2026-03-01', { kind: 'date', ...french })).toBe('1 mars 2026');
  });

  it('shows references, lists and lookups by label', () => {
    expect(format({ Id: 1, Name: 'InDesign', DisplayName: 'In Design' }, { kind: 'choice' })).toBe(
      'In Design',
    );
    expect(
      format(
        [
          { Id: 1, Name: 'Engine' },
          { Id: 2, Name: 'Brakes' },
        ],
        { kind: 'references' },
      ),
    ).toBe('Engine, Brakes');
  });

  it('shows an unformattable value as it is, and an empty text for no value', () => {
    expect(format('someday', { kind: 'date' })).toBe('someday');
    expect(format('12x', { kind: 'money' })).toBe('12x');
    expect(format(null, { kind: 'money' })).toBe('');
    expect(format(false, { kind: 'boolean' })).toBe('No');
  });
});
