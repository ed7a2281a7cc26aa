import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import type { ActionModel, DataRecord, GridBlock } from '#engine';
import { useModel } from '../data/App.tsx';
import { fillPath } from '../data/fillPath.ts';
import type { ScreenScope } from '../data/ScreenScope.tsx';
import { INLINE_ACTIONS, RowActions } from './RowActions.tsx';
import { useOrder } from './useOrder.tsx';

/** What a row can do beside being read. */
export type RowTools = {
  readonly hrefOf: (record: DataRecord) => string | undefined;
  readonly open?: (record: DataRecord) => void;
  /** Move up and move down, in the column of the order; nothing in other columns. */
  readonly renderOrder: (path: string, record: DataRecord, index: number) => ReactNode;
  readonly renderActions: (record: DataRecord) => ReactNode;
  /** Width of the actions column; 0 where there is none. */
  readonly actionsWidth: number;
};

type Options = {
  readonly block: GridBlock;
  readonly scope: ScreenScope;
  readonly rows: readonly DataRecord[];
};

/** Links, order buttons and actions of the rows of a grid. */
export function useRowTools({ block, scope, rows }: Options): RowTools {
  const navigate = useNavigate();
  const labelField = useModel().entities.get(block.entity)?.labelField ?? 'Name';
  const renderOrder = useOrder({ block, scope, rows, labelField });
  const { route, data, user } = scope;
  const hrefOf = (record: DataRecord) =>
    block.open && fillPath(block.open, { root: record, route, data, user });
  return {
    hrefOf,
    open: block.open ? (record) => void navigate(hrefOf(record) ?? '') : undefined,
    renderOrder,
    renderActions: (record) => (
      <RowActions
        actions={block.rowActions}
        record={record}
        name={String(record[labelField] ?? '')}
        scope={scope}
      />
    ),
    actionsWidth: widthOf(block.rowActions),
  };
}

function widthOf(actions: readonly ActionModel[]): number {
  if (actions.length === 0) return 0;
  return 40 + 30 * (actions.length > INLINE_ACTIONS ? 1 : actions.length);
}
