/** A list as a board. */
import { kinds } from '../fields/registry.ts';
import type { BoardLayout, FieldModel, OwnWords } from '../types/modelTypes.ts';
import { compileAction } from './compileAction.ts';
import { cardOf, type LayoutAround, reportLayout, saveOf } from './layoutParts.ts';

export function compileBoard(around: LayoutAround): OwnWords<BoardLayout> | undefined {
  const { declared, entity, context, path } = around;
  const { by = '', values } = declared;
  const field = entity.fieldByPath.get(by);
  const items = context.types.lookups.get(field?.lookup ?? '')?.items;
  if (!field || kinds[field.kind].expression !== 'choice' || !field.stored || !items || by.includes('.')) {
    reportLayout(around, `A board needs "by": a stored choice field of ${entity.id}, not “${by}”.`, '/by');
    return undefined;
  }
  for (const [at, name] of (values ?? []).entries())
    if (!items.some(({ Name }) => Name === name))
      reportLayout(around, `${field.lookup} has no value ${name}.`, `/values/${at}`);
  const shown = values ? values.flatMap((name) => items.find(({ Name }) => Name === name) ?? []) : items;
  const isState = entity.workflow?.field === by;
  if (isState && declared.save)
    reportLayout(
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

  function movesOf({ declared: { moves = [] } }: LayoutAround, { lookup = '' }: FieldModel) {
    const steps = entity.workflow?.transitions ?? [];
    const stateIds = new Map(context.types.lookups.get(lookup)?.items.map(({ Name, Id }) => [Name, Id]));
    const routes = context.routes.ask((all) =>
      all.filter((route) => route.operation === 'transition' && route.entity === entity.id),
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
