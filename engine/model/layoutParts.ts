/** Parts shared by the layouts of a list. */
import type { GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import type { ColumnModel, EntityModel } from '../types/modelTypes.ts';
import { resolved } from './compileBlockParts.ts';
import { callAccess, type ScreenContext } from './compileScreenParts.ts';

export type DeclaredLayout = NonNullable<DeclaredGrid['layouts']>[number];
type DeclaredColumn = DeclaredGrid['columns'][number];

export type LayoutAround = {
  readonly declared: DeclaredLayout;
  readonly grid: DeclaredGrid;
  readonly entity: EntityModel;
  readonly context: ScreenContext;
  readonly path: string;
  /** Compiles a column of the list's entity. */
  readonly column: (column: DeclaredColumn, path: string) => ColumnModel;
};

/** The title and the contents of a card. */
export function cardOf({ declared, entity, context, path, column }: LayoutAround) {
  const { title = entity.labelField, fields = [] } = declared;
  resolved(typeof title === 'string' ? title : title.path, entity.id, context, `${path}/title`);
  return {
    title: column(title, `${path}/title`),
    fields: fields.map((field, index) => column(field, `${path}/fields/${index}`)),
  };
}

/** The call that changes records, if declared. */
export function saveOf({ declared: { save }, context, path }: LayoutAround) {
  if (save === undefined) return {};
  return { save: { call: save, access: callAccess(undefined, save, context, `${path}/save`) } };
}

/** Reports what is wrong with a layout. */
export function reportLayout({ context: { compiler, file }, path }: LayoutAround, message: string, at = '') {
  compiler.error({ file, path: `${path}${at}` }, message);
}
