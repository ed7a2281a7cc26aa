import { useEffect, useRef } from 'react';
import type { DataRecord, GridBlock } from '#engine';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import type { RowEditing } from './useRowEditing.ts';

type Start = {
  readonly block: GridBlock;
  readonly scope: ScreenScope;
  readonly editing: RowEditing;
  readonly rows: readonly DataRecord[];
};

/**
 * Opens the row named in the address once the list has loaded, if the person may edit it; once per address.
 */
export function useOpenFromStart({ block, scope, editing, rows }: Start): void {
  const opened = useRef<string>(undefined);
  const wanted = evaluateOn(block.edit?.open, expressionScope(scope), undefined);
  const row = typeof wanted === 'string' ? rows.find(({ Id }) => Id === wanted) : undefined;
  const { may, open } = editing;
  useEffect(() => {
    if (!row || opened.current === row.Id || !may(row)) return;
    opened.current = String(row.Id);
    open(String(row.Id));
  }, [row, may, open]);
}
