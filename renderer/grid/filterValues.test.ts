import { describe, expect, it } from 'vitest';
import type { FieldKind, FilterModel } from '#engine';
import { isTooShort, readFilterText, shownFilterText } from './filterValues.ts';

const filterOf = (kind: FieldKind): FilterModel => ({
  ...{ path: 'Field', operator: 'ge', title: 'Field', minimumLength: 0, kind },
});

describe('a text typed into a filter', () => {
  it("is parsed by the person's number format, and an invalid number is reported", () => {
    expect(readFilterText(filterOf('money'), '1,234.5', 'en-CA')).toEqual({ value: 1234.5 });
    expect(readFilterText(filterOf('money'), '1 234,5 $', 'fr-CA')).toEqual({ value: 1234.5 });
    expect(readFilterText(filterOf('integer'), ' 7 ', 'fr-CA')).toEqual({ value: 7 });
    for (const text of ['abc', '-', '1,5', '12345678901234567890'])
      expect(readFilterText(filterOf('decimal'), text, 'en-CA'), text).toEqual({
        problem: 'ui.grid.filter.no-number',
      });
    for (const text of ['abc', '1.5'])
      expect(readFilterText(filterOf('integer'), text, 'en-CA'), text).toEqual({
        problem: 'ui.grid.filter.no-whole-number',
      });
    expect(readFilterText(filterOf('integer'), '  ', 'en-CA')).toEqual({ value: undefined });
    expect(readFilterText(filterOf('text'), 'abc ', 'en-CA')).toEqual({ value: 'abc ' });
    expect(readFilterText(filterOf('reference'), 'no id!', 'en-CA')).toEqual({
      problem: 'ui.grid.filter.no-value',
    });
  });

  it('is read and shown as people write times and lengths of time, in either language', () => {
    const time = filterOf('time');
    expect(readFilterText(time, '8 h 30', 'fr-CA')).toEqual({ value: '08:30:00' });
    expect(shownFilterText(time, '20:30:00', 'fr-CA')).toBe('20 h 30');
    expect(shownFilterText(time, '20:30:00', 'en-CA')).toBe('8:30 p.m.');
    const duration = filterOf('duration');
    expect(readFilterText(duration, '1:30', 'en-CA')).toEqual({ value: '5400' });
    expect(shownFilterText(duration, '5400', 'fr-CA')).toBe('1 h 30 min');
    expect(readFilterText(duration, '90', 'en-CA')).toEqual({ problem: 'validation.format.duration' });
    expect(readFilterText(time, '25:00', 'en-CA')).toEqual({ problem: 'validation.format.time-local' });
  });

  it('is too short below the minimum length of the filter', () => {
    const filter = { ...filterOf('text'), minimumLength: 3 };
    expect(['', 'a', 'ab', ' ab ', 'abc', 'abcd'].map((text) => isTooShort(filter, text))).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('is shown as a person would type it', () => {
    expect(shownFilterText(filterOf('decimal'), 1234.5, 'fr-CA')).toBe('1234,5');
    expect(shownFilterText(filterOf('decimal'), '1234.5', 'en-CA')).toBe('1234.5');
    expect(shownFilterText(filterOf('decimal'), 'abc', 'en-CA')).toBe('abc');
    expect(shownFilterText(filterOf('text'), undefined, 'en-CA')).toBe('');
  });
});
