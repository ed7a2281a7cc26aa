import { describe, expect, it } from 'vitest';
import {
  canRun,
  everything,
  type ReportFilter,
  runBody,
  savedValue,
  sentValue,
  startChoice,
} from './reportChoice.ts';

const filter = (ControlName: string, more: object = {}, SavedValue: string | null = null): ReportFilter => ({
  ReportFilterId: ControlName,
  SavedValue,
  ReportFilter: {
    ...{
      ParameterName: ControlName,
      Label: ControlName,
      DefaultValue: null,
      ListOfValuesSp: null,
      Hidden: false,
    },
    ReportFilterType: { ControlName },
    ParametersDto: [
      { Key: 'a', Value: 'A' },
      { Key: 'b', Value: 'B' },
    ],
    CascadingDependencyFilters: [],
    ...more,
  },
});

describe('the choices for a report', () => {
  it('H-651 a check list with every item selected is sent as the empty id, and read back as all', () => {
    const list = filter('CheckList');
    expect(sentValue(list, ['b', 'a'])).toEqual([everything]);
    expect(sentValue(list, ['b'])).toEqual(['b']);
    expect(startChoice([filter('CheckList', {}, everything)], '2026-11-23')).toEqual({
      CheckList: ['a', 'b'],
    });
    expect(sentValue(filter('DropdownList'), ['a'])).toEqual(['a']);
  });

  it('H-661 dates are sent as MM/DD/YYYY, and relative defaults are resolved', () => {
    expect(sentValue(filter('DatePicker'), ['2026-02-09'])).toBe('02/09/2026');
    const start = (text: string) =>
      startChoice([filter('DatePicker', { DefaultValue: text })], '2026-11-23').DatePicker;
    expect([start('=FirstOfMonth'), start('02/09/2026')]).toEqual([['2026-11-01'], ['2026-02-09']]);
  });

  it('H-342 H-343 H-344 a report runs with a filter, a choice in every list and a column', () => {
    const filters = [filter('CheckList'), filter('DatePicker'), filter('TextField'), filter('Hidden')];
    expect(canRun(filters, { CheckList: ['a'] }, ['Name'])).toBe(true);
    expect(canRun(filters, { CheckList: [] }, ['Name'])).toBe(false);
    expect(canRun(filters, { CheckList: ['a'] }, [])).toBe(false);
    expect(canRun([], {}, ['Name'])).toBe(false);
  });

  it('H-347 the text of a selection is saved only if it is shorter than 8192', () => {
    const text = filter('TextField');
    expect(savedValue(text, ['x'.repeat(8191)])?.length).toBe(8191);
    expect(savedValue(text, ['x'.repeat(8192)])).toBeNull();
  });

  it('an optional list may stay empty', () => {
    const optional = filter('DropdownCheckList', { IsOptional: true });
    expect(canRun([optional], {}, ['Name'])).toBe(true);
    expect(canRun([optional, filter('DropdownList')], {}, ['Name'])).toBe(false);
    expect(runBody([optional], { chosen: {}, columns: ['Name'], order: [] }).Filters).toEqual({
      DropdownCheckList: [],
    });
  });

  it('hidden filters are not sent', () => {
    const body = runBody([filter('TextField'), filter('Hidden')], {
      chosen: { TextField: ['x'] },
      columns: ['Name'],
      order: [],
    });
    expect(body).toEqual({ Filters: { TextField: 'x' }, Columns: ['Name'], SortOrders: [] });
  });
});
