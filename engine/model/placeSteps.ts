/** Buttons of transitions and automations that no screen places: in the header of their record's screens and in row menus. */
import type { Action, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import { buttonsOf } from './buttonRoutes.ts';
import type { Source, Sources } from './sources.ts';

type Block = ScreenDeclaration['blocks'][number];
type Step = { readonly entity: string; readonly kind: 'transition' | 'button'; readonly id: string };

/** Adds the actions of unplaced transitions and buttons to a screen. */
export function placeSteps(
  sources: Pick<Sources, 'behaviour' | 'screen'>,
  routes: readonly RouteModel[],
): (source: Source<ScreenDeclaration>) => Source<ScreenDeclaration> {
  const open = unplaced(sources, routes);
  if (open.length === 0) return (source) => source;
  return (source) => {
    const { json } = source;
    const actions = [...(json.actions ?? []), ...headerSteps(json, open)];
    const blocks = json.blocks.map((block) => withRowSteps(block, open));
    const isSame =
      actions.length === (json.actions?.length ?? 0) && blocks.every((one, at) => one === json.blocks[at]);
    if (isSame) return source;
    return { ...source, json: { ...json, actions, blocks } as ScreenDeclaration };
  };
}

/** Transitions and buttons that people can call and no screen offers. */
function unplaced(
  { behaviour, screen }: Pick<Sources, 'behaviour' | 'screen'>,
  routes: readonly RouteModel[],
): readonly Step[] {
  const steps = behaviour.flatMap(({ json }): readonly Step[] => [
    ...(json.workflow?.transitions ?? []).map(
      ({ id }): Step => ({ entity: json.for, kind: 'transition', id }),
    ),
    ...buttonsOf(json).map(({ id }): Step => ({ entity: json.for, kind: 'button', id })),
  ]);
  if (steps.length === 0) return [];
  const placed = new Set(screen.flatMap(({ json }) => placedIn(json)));
  return steps.filter((step) => !placed.has(keyOf(step)) && isCallable(step, routes));
}

const keyOf = ({ entity, kind, id }: Step): string => `${entity} ${kind} ${id}`;

const isCallable = ({ entity, kind, id }: Step, routes: readonly RouteModel[]): boolean =>
  routes.some(
    (route) =>
      route.operation === kind &&
      route.entity === entity &&
      (kind === 'button'
        ? route.automation === id
        : route.transition
          ? route.transition === id
          : !route.except.includes(id)),
  );

function placedIn({ actions = [], data = {}, blocks }: ScreenDeclaration): readonly string[] {
  const ofRecords = [...actions, ...blocks.flatMap(actionsOf)].flatMap((action) =>
    keyIn(action, data[action.record ?? '']?.entity),
  );
  const ofRows = blocks.flatMap((block) =>
    rowActionsOf(block).flatMap(({ entity, action }) => keyIn(action, entity)),
  );
  return [...ofRecords, ...ofRows];
}

function keyIn({ transition, automation }: Action, entity: string | undefined): readonly string[] {
  if (!entity) return [];
  if (automation) return [keyOf({ entity, kind: 'button', id: automation })];
  return transition ? [keyOf({ entity, kind: 'transition', id: transition })] : [];
}

const actionsOf = (block: Block): readonly Action[] =>
  'actions' in block && Array.isArray(block.actions) ? block.actions : [];

function rowActionsOf(block: Block): readonly { readonly entity: string; readonly action: Action }[] {
  if (block.kind !== 'list-detail' && block.kind !== 'grid') return [];
  const { entity } = block;
  const lists = block.kind === 'grid' ? [block] : block.lists;
  return lists.flatMap(({ rowActions = [] }) => rowActions.map((action) => ({ entity, action })));
}

/** The last record of a screen is its subject, if a form shows it. */
function headerSteps({ data = {}, blocks }: ScreenDeclaration, open: readonly Step[]): readonly Action[] {
  const [record, subject] = Object.entries(data).at(-1) ?? [];
  if (!record || !blocks.some((block) => block.kind === 'form' && block.record === record)) return [];
  const own = open.filter(({ entity }) => entity === subject?.entity);
  return own.map((step) => ({ ...actionOf(step), record, ...(own.length > mostButtons && { menu: true }) }));
}

/** More go into a menu. */
const mostButtons = 4;

function withRowSteps(block: Block, open: readonly Step[]): Block {
  if (block.kind !== 'grid' && block.kind !== 'list-detail') return block;
  // Steps of a list with details are offered by its form; a button belongs to every row.
  const own = open
    .filter(({ entity, kind }) => entity === block.entity && (kind === 'button' || block.kind === 'grid'))
    .map((step) => ({ ...actionOf(step), menu: true }));
  if (own.length === 0) return block;
  if (block.kind === 'grid') return { ...block, rowActions: [...(block.rowActions ?? []), ...own] };
  const lists = block.lists.map((list) => ({ ...list, rowActions: [...(list.rowActions ?? []), ...own] }));
  return { ...block, lists } as Block;
}

const actionOf = ({ kind, id }: Step): Action =>
  kind === 'button'
    ? { id: `button-${id.slice(id.indexOf('.') + 1)}`, kind, automation: id }
    : { id: `step-${id}`, kind, transition: id, icon: 'badge-check' };
