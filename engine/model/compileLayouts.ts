/** Layouts of a list besides its rows: boards. */
import type { GridBlock as DeclaredGrid } from '../declaration/types.generated.ts';
import { kinds } from '../fields/registry.ts';
import type { ColourModel, ColumnModel, EntityModel, FieldModel, LayoutModel } from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import { resolved } from './compileBlockParts.ts';
import { callAccess, condition, messageKey, type ScreenContext } from './compileScreenParts.ts';

type Declared = NonNullable<DeclaredGrid['layouts']>[number];
type DeclaredColumn = DeclaredGrid['columns'][number];

/** Compiles a column of the list's entity. */
type Column = (column: DeclaredColumn, path: string) => ColumnModel;

type Around = {
  readonly declared: Declared;
  readonly entity: EntityModel;
  readonly context: ScreenContext;
  readonly path: string;
  readonly column: Column;
};

/** Compiles the layouts; what cannot be laid out is a finding. */
export function compileLayouts(
  { layouts: given, entity: id }: DeclaredGrid,
  context: ScreenContext,
  path: string,
  column: Column,
): readonly LayoutModel[] | undefined {
  const entity = context.types.entities.get(id);
  const layouts: readonly Declared[] = given ?? [];
  if (!entity || layouts.length === 0) return undefined;
  const found = layouts.flatMap((declared, index) => {
    const around = { declared, entity, context, path: `${path}/${index}`, column };
    if (layouts.findIndex(({ kind }) => kind === declared.kind) < index)
      report(around, `There are two layouts of the kind ${declared.kind}. Keep one.`);
    return compilers[declared.kind](around) ?? [];
  });
  return found.length > 0 ? found : undefined;
}

const compilers = {
  board: compileBoard,
} satisfies Record<Declared['kind'], (around: Around) => LayoutModel | undefined>;

function compileBoard(around: Around): LayoutModel | undefined {
  const { declared, entity, context, path } = around;
  const { by = '', values } = declared;
  const field = entity.fieldByPath.get(by);
  const items = context.types.lookups.get(field?.lookup ?? '')?.items;
  if (!field || kinds[field.kind].expression !== 'choice' || !field.stored || !items || by.includes('.')) {
    report(around, `A board needs "by": a stored choice field of ${entity.id}, not “${by}”.`, '/by');
    return undefined;
  }
  for (const [at, name] of (values ?? []).entries())
    if (!items.some(({ Name }) => Name === name))
      report(around, `${field.lookup} has no value ${name}.`, `/values/${at}`);
  const shown = values ? values.flatMap((name) => items.find(({ Name }) => Name === name) ?? []) : items;
  const isState = entity.workflow?.field === by;
  if (isState && declared.save)
    report(
      around,
      `${by} is the state of a workflow: cards move by its transitions. Take "save" out.`,
      '/save',
    );
  return {
    kind: 'board',
    ...cardOf(around),
    by,
    lookup: field.lookup ?? '',
    values: shown.map(({ Id }) => Id),
    isOptional: !field.required,
    pageSize: declared.pageSize ?? 20,
    moves: isState ? movesOf(around, field) : [],
    ...(isState ? {} : saveOf(around)),
  };

  function movesOf({ declared: { moves = [] } }: Around, { lookup = '' }: FieldModel) {
    const steps = entity.workflow?.transitions ?? [];
    const stateIds = new Map(context.types.lookups.get(lookup)?.items.map(({ Name, Id }) => [Name, Id]));
    const routes = context.routes.filter(
      (route) => route.operation === 'transition' && route.entity === entity.id,
    );
    return steps.flatMap((step) => {
      const own = moves.findIndex(({ transition }) => transition === step.id);
      const isCallable = routes.some(({ transition, except }) =>
        transition ? transition === step.id : !except.includes(step.id),
      );
      const to = stateIds.get(step.to);
      // A step without a route is taken by other means than a person.
      if (to === undefined || (own < 0 && !isCallable)) return [];
      const action = moves[own] ?? ({ id: step.id, kind: 'transition', transition: step.id } as const);
      // The board stays open after a move.
      const stays = { ...action, then: 'reload' } as typeof action;
      return { to, action: compileAction(stays, context, `${path}/moves/${Math.max(0, own)}`, entity.id) };
    });
  }
}

function cardOf({ declared, entity, context, path, column }: Around) {
  const { title = entity.labelField, fields = [] } = declared;
  resolved(typeof title === 'string' ? title : title.path, entity.id, context, `${path}/title`);
  return {
    title: column(title, `${path}/title`),
    fields: fields.map((field, index) => column(field, `${path}/fields/${index}`)),
  };
}

function saveOf({ declared: { save }, context, path }: Around) {
  if (save === undefined) return {};
  return { save: { call: save, access: callAccess(undefined, save, context, `${path}/save`) } };
}

function report({ context: { compiler, file }, path }: Around, message: string, at = ''): void {
  compiler.error({ file, path: `${path}${at}` }, message);
}

/** Compiles the colours of a list. */
export function compileColours(
  { colours, entity }: DeclaredGrid,
  context: ScreenContext,
  path: string,
): readonly ColourModel[] | undefined {
  return colours?.map(({ when, tone, title }, index) => ({
    when: condition(when, context, `${path}/${index}/when`, entity),
    tone,
    label: messageKey(title, context, `${path}/${index}/title`),
  })) as readonly ColourModel[] | undefined;
}
