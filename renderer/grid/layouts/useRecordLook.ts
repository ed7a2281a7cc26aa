import type { ColourModel, ColumnModel, DataRecord } from '#engine';
import { fillPath } from '../../data/fillPath.ts';
import { useMessage } from '../../data/messages.tsx';
import { cellText } from '../CellValue.tsx';
import { readPath } from '../readPath.ts';
import { useOpening } from '../useRowTools.tsx';
import { colourOf } from './colourOf.ts';
import type { LayoutProps } from './LayoutProps.ts';

/** How a record appears in a layout: its name, the page it opens and its colour. */
export type RecordLook = {
  readonly nameOf: (record: DataRecord) => string;
  readonly hrefOf: (record: DataRecord) => string | undefined;
  readonly colourOf: (record: DataRecord) => ColourModel | undefined;
};

type Asked = Pick<LayoutProps, 'grid' | 'scope' | 'tools'> & {
  readonly layout: { readonly title: ColumnModel; readonly colours?: readonly ColourModel[] };
};

export function useRecordLook({ grid, layout, scope, tools }: Asked): RecordLook {
  const say = useMessage();
  const { title, colours = grid.block.colours } = layout;
  const { route, data, user } = scope;
  const to = useOpening(grid.block, user.Features);
  return {
    nameOf: (record) =>
      cellText(readPath(record, title.shows ?? title.path), title, tools) || say('ui.board.unnamed'),
    hrefOf: (record) => to && fillPath(to, { root: record, route, data, user }),
    colourOf: (record) => colourOf(colours, record, scope),
  };
}
