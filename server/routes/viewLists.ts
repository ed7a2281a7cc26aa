/** The lists that views belong to, as the caller sees them. */
import {
  areChoices,
  type GridBlock,
  type GridChoices,
  keepPaths,
  resolveReferencePath,
  restoreChoices,
  unknownIn,
  type WhereGroup,
} from '#engine';
import type { ApiCall } from '../http/ApiCall.ts';
import { isAllowed } from '../operations/authorize.ts';
import { guardedPaths } from '../operations/guardedPaths.ts';

export type KnownList = { readonly id: string; readonly block: GridBlock };

/** `<screen>#<block>`, or `<screen>#<block>/<view>` of a list by kinds; undefined if hidden. */
export function listNamed({ runtime, session }: ApiCall, name: unknown): KnownList | undefined {
  const [, screenId = '', blockId, viewId] = /^([^#/]+)#([^#/]+)(?:\/([^#/]+))?$/.exec(String(name)) ?? [];
  const screen = runtime.model.screens.get(screenId);
  if (!screen || !isAllowed(screen.access, session?.features)) return undefined;
  const block = screen.blocks.find(({ id, kind }) => kind === 'grid' && id === blockId) as
    | GridBlock
    | undefined;
  if (!block || (block.access && !isAllowed(block.access, session?.features))) return undefined;
  const shown = viewId === undefined ? block : block.views.find(({ id }) => id === viewId)?.block;
  return shown && { id: String(name), block: shown };
}

type Seen = {
  readonly choices: GridChoices;
  /** Fields that the list no longer has. */
  readonly gone: readonly string[];
  /** Fields hidden from the person. */
  readonly hidden: readonly string[];
};

/** The choices without fields that are gone or hidden, and without filter values on those. */
export function seenChoices(call: ApiCall, { block }: KnownList, kept: unknown): Seen {
  const isHidden = hiddenFrom(call, block);
  const open: GridBlock = {
    ...block,
    columns: block.columns.filter(({ path, shows }) => !isHidden(path) && !isHidden(shows ?? path)),
    filters: block.filters.filter(({ path }) => !isHidden(path)),
    sort: block.sort.filter(({ path }) => !isHidden(path)),
  };
  const [isThere, mayRead] = conditionPaths(call, block);
  const restored = restoreChoices(open, kept);
  const where = keepPaths(restored.where, (path) => isThere(path) && mayRead(path));
  const choices = withGroups({ ...restored, where }, (path) => isThere(path) && mayRead(path));
  if (!areChoices(kept)) return { choices, gone: [], hidden: [] };
  const gone = unknownIn(block, kept, isThere);
  const unseen = unknownIn(open, kept, (path) => isThere(path) && mayRead(path));
  return { choices, gone, hidden: unseen.filter((path) => !gone.includes(path)) };
}

/** Without groups and totals of other fields; without its field, nothing of the grouping is left. */
function withGroups(
  { where, group, per, totals, ...others }: Omit<GridChoices, 'where'> & { where: WhereGroup | undefined },
  keeps: (path: string) => boolean,
): GridChoices {
  const kept = totals?.filter(keeps);
  return {
    ...others,
    ...(where && { where }),
    ...(group !== undefined &&
      keeps(group) && { group, ...(per && { per }), ...(kept?.length && { totals: kept }) }),
  };
}

/** Whether conditions may name a path: it exists, and the person may read it. */
function conditionPaths({ runtime, session }: ApiCall, { entity }: GridBlock) {
  const from = runtime.model.entities.get(entity);
  const isThere = (path: string) => {
    const found = from && resolveReferencePath(runtime.model.entities, from, path);
    return found !== undefined && [...found.through, found.field].every(({ stored }) => stored);
  };
  const mayRead = (path: string) =>
    guardedPaths(runtime.model, { entity, sort: [{ path, direction: 'asc' }] }).every(({ access }) =>
      isAllowed(access, session?.features),
    );
  return [isThere, mayRead] as const;
}

function hiddenFrom({ runtime, session }: ApiCall, { entity, columns, filters, sort }: GridBlock) {
  const paths = [
    ...columns.flatMap(({ path, shows }) => [path, shows ?? path]),
    ...[...filters, ...sort].map(({ path }) => path),
  ];
  const asked = { entity, sort: paths.map((path) => ({ path, direction: 'asc' }) as const) };
  const hidden = new Set(
    guardedPaths(runtime.model, asked).flatMap(({ path, access }) =>
      isAllowed(access, session?.features) ? [] : path,
    ),
  );
  return (path: string): boolean => hidden.has(path);
}
