import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { ColourModel, DataRecord, GridBlock, GridEdit } from '#engine';
import { useModel } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { fillPath } from '../data/fillPath.ts';
import { mayOpen } from '../data/mayOpen.ts';
import { useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { cellText } from './CellValue.tsx';
import type { CellTools } from './cellTools.ts';
import { EditButton } from './EditButton.tsx';
import { ExpandButton } from './ExpandButton.tsx';
import styles from './grid.module.css';
import { colourOf } from './layouts/colourOf.ts';
import { INLINE_ACTIONS, RowActions } from './RowActions.tsx';
import { detailId, RowDetail } from './RowDetail.tsx';
import { RowEditor } from './RowEditor.tsx';
import { readPath } from './readPath.ts';
import { titleWidth } from './useColumnWidths.ts';
import { useOrder } from './useOrder.tsx';
import type { RowDetails } from './useRowDetails.ts';
import type { RowEditing } from './useRowEditing.ts';

/** Links, buttons and forms of the rows. */
export type RowTools = {
  readonly hrefOf: (record: DataRecord) => string | undefined;
  readonly open?: (record: DataRecord) => void;
  /** The declared colour of a row. */
  readonly colourOf: (record: DataRecord) => ColourModel | undefined;
  /** Buttons to move a row, in the order column only. */
  readonly renderOrder: (path: string, record: DataRecord, index: number) => ReactNode;
  readonly renderActions: (record: DataRecord) => ReactNode;
  /** The form of the row being edited. */
  readonly renderEditor: (record: DataRecord, span: number) => ReactNode;
  /** The button that expands a row, and its detail, if declared. */
  readonly renderExpand: (record: DataRecord) => ReactNode;
  readonly renderDetail: (record: DataRecord, span: number) => ReactNode;
  /** Width of the actions column in pixels; 0 if there is none. */
  readonly actionsWidth: number;
};

type Options = {
  readonly block: GridBlock;
  readonly scope: ScreenScope;
  readonly rows: readonly DataRecord[];
  readonly editing: RowEditing;
  readonly details: RowDetails | undefined;
  readonly tools: CellTools;
  /** Those of the layout; by default of the list. */
  readonly colours?: readonly ColourModel[];
};

function isThere(edit: GridEdit, scope: ScreenScope): boolean {
  const isAllowed = allows(edit.form.save.access, scope.user.Features);
  return isAllowed && evaluateOn(edit.visible, expressionScope(scope), !edit.visible) === true;
}

/** Creates links, order buttons and actions for the rows of a grid. */
export function useRowTools(options: Options): RowTools {
  const { block, scope, rows, editing, details, tools, colours = block.colours } = options;
  const say = useMessage();
  const navigate = useNavigate();
  const nameOf = (record: DataRecord) => rowName(record, block, tools);
  const renderOrder = useOrder({ block, scope, rows, nameOf });
  const { route, data, user } = scope;
  const may = block.rowActions.filter(({ access }) => allows(access, user.Features));
  const to = useOpening(block, user.Features);
  const hrefOf = (record: DataRecord) => to && fillPath(to, { root: record, route, data, user });
  // People who may never edit get no edit button, and rows do not look clickable.
  const edit = block.edit && isThere(block.edit, scope) ? block.edit : undefined;
  return {
    hrefOf,
    open: openerOf(),
    colourOf: (record) => colourOf(colours, record, scope),
    renderOrder,
    renderActions: (record) => (
      <span className={styles.actions}>
        {edit && <EditButton {...{ edit, editing, record, scope }} name={nameOf(record)} />}
        <RowActions
          {...{ record, scope }}
          actions={block.rowActions}
          entity={block.entity}
          name={nameOf(record)}
        />
      </span>
    ),
    renderEditor: (record, span) =>
      edit && editing.id === record.Id ? (
        <RowEditor key={String(record.Id)} {...{ edit, record, scope, editing, span }} />
      ) : undefined,
    renderExpand: (record) =>
      details && (
        <ExpandButton
          name={nameOf(record)}
          isOpen={details.isOpen(String(record.Id))}
          controls={detailId(block, record)}
          onToggle={() => details.toggle(String(record.Id))}
        />
      ),
    renderDetail: (record, span) =>
      block.expand && details?.isOpen(String(record.Id)) ? (
        <RowDetail expand={block.expand} name={nameOf(record)} {...{ block, record, scope, span }} />
      ) : undefined,
    actionsWidth: widthOf(buttonsOf(block, may.length) + (edit ? 1 : 0), say('ui.grid.actions')),
  };

  function openerOf(): RowTools['open'] {
    if (to) return (record) => void navigate(hrefOf(record) ?? '');
    if (details && !edit) return (record) => details.toggle(String(record.Id));
    return edit && ((record) => editing.may(record) && editing.open(String(record.Id)));
  }
}

/** Where rows open; undefined if the person may not open that screen. */
export function useOpening({ open }: GridBlock, features: readonly string[]): string | undefined {
  const model = useModel();
  return useMemo(
    () => (open !== undefined && mayOpen(model, open, features) ? open : undefined),
    [model, open, features],
  );
}

/** The name of a row for button labels: its label field, or else the first filled column. */
export function rowName(record: DataRecord, { entity, columns }: GridBlock, tools: CellTools): string {
  const labelField = tools.model.entities.get(entity)?.labelField ?? 'Name';
  const textIn = (column: GridBlock['columns'][number]) =>
    cellText(readPath(record, column.shows ?? column.path), column, tools);
  const named = columns.find(({ path }) => path === labelField);
  // An id means nothing to people.
  const plain = labelField === 'Id' ? '' : String(record[labelField] ?? '');
  const own = named ? textIn(named) : plain;
  return own === '' ? (columns.map(textIn).find((text) => text !== '') ?? '') : own;
}

/** Number of buttons for this person; beyond a limit they form one menu. */
function buttonsOf({ rowActions }: GridBlock, allowed: number): number {
  return rowActions.length > INLINE_ACTIONS || rowActions.some(({ menu }) => menu)
    ? Math.min(allowed, 1)
    : allowed;
}

/** Extra padding of the last column at the edge of the card. */
const cardAir = 10;

/** At least the width of the title. */
function widthOf(buttons: number, title: string): number {
  return buttons === 0 ? 0 : Math.max(40 + 30 * buttons, titleWidth(title) + cardAir);
}
