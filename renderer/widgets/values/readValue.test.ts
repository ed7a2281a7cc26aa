import { describe, expect, it } from 'vitest';
import { isTable, pastedRows, readEnd, readValue } from './readValue.ts';

describe('readValue', () => {
  it('reads each type as people write it', () => {
    expect(readValue(' 60 000 ', 'integer', 'fr-CA')).toBe(60000);
    expect(readValue('1,234.5', 'decimal', 'en-CA')).toBe(1234.5);
    expect(readValue('Oui', 'boolean', 'fr-CA')).toBe(true);
    expect(readValue('no', 'boolean', 'en-CA')).toBe(false);
    expect(readValue('2026-11-21T12:00:00Z', 'datetime', 'en-CA')).toBe('2026-11-21T12:00:00.000Z');
    expect(readValue('01901401-0000-7000-8000-00000000000A', 'id', 'en-CA')).toBe(
      '01901401-0000-7000-8000-00000000000a',
    );
    expect(readValue(' New ', 'text', 'en-CA')).toBe('New');
  });
  it('returns undefined for invalid text', () => {
    for (const kind of ['integer', 'decimal', 'boolean', 'datetime', 'id'] as const)
      expect(readValue('soon', kind, 'en-CA')).toBeUndefined();
    expect(readValue('1.5', 'integer', 'en-CA')).toBeUndefined();
    for (const kind of ['integer', 'decimal'] as const)
      expect(readValue('20%', kind, 'en-CA')).toBeUndefined();
    expect(readValue('  ', 'text', 'en-CA')).toBeUndefined();
  });
});

describe('pasted text', () => {
  it('splits into rows of cells, with any line ending', () => {
    expect(pastedRows('12\t12 months\r\n\r\n24\t24 months\n')).toEqual([
      ['12', '12 months'],
      ['24', '24 months'],
    ]);
    expect(isTable('12\n24')).toBe(true);
    expect(isTable('12\n')).toBe(false);
  });
});

describe('readEnd', () => {
  it('reads numbers, no bound, and invalid text', () => {
    expect(readEnd('60 000', 'en-CA')).toBe(60000);
    for (const text of ['-INF', '+inf', 'INF', '∞']) expect(readEnd(text, 'en-CA')).toBeNull();
    expect(readEnd('', 'en-CA')).toBeUndefined();
    expect(readEnd('20%', 'en-CA')).toBeUndefined();
    expect(readEnd('many', 'en-CA')).toBeUndefined();
  });
});
