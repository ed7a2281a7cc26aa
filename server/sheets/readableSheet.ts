import type { EntityModel, SheetModel } from '#engine';
import { isAllowed } from '../operations/authorize.ts';

/** The sheet without hidden columns, whose empty cells would clear values the person was never shown. */
export function readableSheet(
  sheet: SheetModel,
  { policy }: EntityModel,
  features: ReadonlySet<string> | undefined,
): SheetModel {
  const columns = sheet.columns.filter((name) => {
    const view = policy.fields[name]?.view;
    return !view || isAllowed(view, features);
  });
  return { ...sheet, columns };
}
