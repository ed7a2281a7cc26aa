/** Which column becomes the columns of a report being built, and what fits it. */
import { describe, expect, it } from 'vitest';
import { type Built, emptyReport, fitting, withColumnsBy } from './definition.ts';

const built = (more: Partial<Built> = {}): Built => ({
  ...{ ...emptyReport, Name: 'Pivot', DataSet: 'product' },
  ReportColumns: [
    { ReportColumnName: 'Brand', IsGroup: true },
    { ReportColumnName: 'Launch', IsGroup: true, Per: 'year' },
    { ReportColumnName: 'Net', Total: 'sum' },
  ],
  ...more,
});

describe('the columns of a report that is built', () => {
  it('are by a column of it, which is no group then and keeps its period; nothing is compared', () => {
    const next = withColumnsBy(built({ CompareWith: 'year' }), 'Launch', true);
    expect([next.ColumnsBy, next.CompareWith]).toEqual(['Launch', null]);
    expect(next.ReportColumns[1]).toEqual({ ReportColumnName: 'Launch', IsGroup: false, Per: 'year' });
  });

  it('are by another field, which is added; days are by month', () => {
    expect(withColumnsBy(built(), 'End', true).ReportColumns.at(-1)).toMatchObject({ Per: 'month' });
    expect(withColumnsBy(built(), 'State', false).ReportColumns.at(-1)).not.toHaveProperty('Per');
  });

  it('are its own again once the column is removed, is a group, or none is chosen; its period goes', () => {
    const pivot = withColumnsBy(built(), 'End', true);
    const without = pivot.ReportColumns.filter(({ ReportColumnName: name }) => name !== 'End');
    expect(fitting({ ...pivot, ReportColumns: without }).ColumnsBy).toBeNull();
    const grouped = pivot.ReportColumns.map((one) => ({ ...one, IsGroup: true }));
    expect(fitting({ ...pivot, ReportColumns: grouped }).ColumnsBy).toBeNull();
    const none = withColumnsBy(pivot, undefined, false);
    expect([none.ColumnsBy, none.ReportColumns.at(-1)?.Per]).toEqual([null, null]);
  });
});
