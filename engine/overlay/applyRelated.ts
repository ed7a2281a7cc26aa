/** Puts a list of the records that refer to a record on the page that shows it. */
import type { ScreenDeclaration } from '../declaration/types.generated.ts';
import { blockOfName } from './changeNames.ts';
import type { DeclarationDraft } from './declarationDraft.ts';
import { pageRecord } from './pageRecord.ts';
import type { RelatedChange } from './types.ts';

type Block = ScreenDeclaration['blocks'][number];
type Grid = Extract<Block, { kind: 'grid' }>;

export function applyRelated(change: RelatedChange, draft: DeclarationDraft): void {
  const { screen: id, block } = blockOfName(change);
  const screen = draft.named('screen', id)?.json;
  const shown = screen && pageRecord(screen);
  const list = mainListOf(change.of, draft);
  const problem = (code: string, at: string, params = {}) => draft.report(change, code, { at, params });
  if (!screen) problem('no-screen', '/name', { screen: id });
  else if (!shown) problem('related-no-record', '/name', { screen: id });
  else if (screen.blocks.some((one) => one.id === block)) problem('related-exists', '/name', { block });
  else if (!refersTo(change, shown.entity, draft))
    problem('related-apart', '/by', { field: change.by, entity: shown.entity });
  else if (!list) problem('related-no-list', '/of', { entity: change.of });
  else place(change, screen, listOf(change, { list, record: shown.record, screen }, draft), draft);
}

function refersTo({ of, by }: RelatedChange, entity: string, draft: DeclarationDraft): boolean {
  return draft.seen('entity', of)?.properties[by]?.['x-ref'] === entity;
}

/** The list of all records of an entity, whose columns and order the related one has. */
function mainListOf(entity: string, draft: DeclarationDraft): Grid | undefined {
  const grids = draft
    .all('screen')
    .flatMap(({ json: { route, blocks } }) =>
      blocks.flatMap((block) =>
        block.kind === 'grid' && block.entity === entity && !block.where && !route.includes(':')
          ? [block]
          : [],
      ),
    );
  return grids.find(({ find }) => !find.includes('{'));
}

type Place = { readonly list: Grid; readonly record: string; readonly screen: ScreenDeclaration };

function listOf(change: RelatedChange, { list, record, screen }: Place, draft: DeclarationDraft): Grid {
  const { of, by, fields } = change;
  const access = draft.seen('behaviour', of)?.policy?.view;
  const shown = list.columns.filter((column) => (typeof column === 'string' ? column : column.path) !== by);
  const add = addressOf(list, by, parameterOf(screen, record));
  if (add) takeOver(change, draft);
  if (change.title) draft.text(change, change.name, change.title, '/title');
  return {
    ...{ kind: 'grid', id: blockOfName(change).block, entity: of, find: list.find },
    title: change.title ? change.name : `entity.${of}.plural`,
    ...(access && access !== 'login' && { access }),
    where: [{ path: by, operator: 'eq', value: `$data.${record}.Id` }],
    columns: (fields ? [...fields] : shown) as Grid['columns'],
    ...(list.sort && { sort: list.sort }),
    ...(list.open && { open: list.open }),
    ...(list.empty && { empty: list.empty }),
    ...(add && { actions: [add] as NonNullable<Grid['actions']> }),
  } as Grid;
}

/** The parameter of the address that says which record the page shows. */
function parameterOf({ data }: ScreenDeclaration, record: string): string | undefined {
  const source = data?.[record];
  const id = typeof source === 'object' && 'id' in source ? source.id : undefined;
  return /^\$route\.(\w+)$/.exec(String(id))?.[1];
}

/** The button that adds one: the list's own, with this record filled in. */
function addressOf({ actions = [] }: Grid, by: string, parameter: string | undefined) {
  const add = actions.find(({ kind, id }) => kind === 'link' && id === 'create');
  if (!add?.to || parameter === undefined || add.to.includes('?')) return undefined;
  return { ...add, to: `${add.to}?${by}={route.${parameter}}`, tone: undefined };
}

/** The form of an own entity takes the reference from its address. */
function takeOver({ of, by }: RelatedChange, draft: DeclarationDraft): void {
  const form = draft.seen('screen', `${of}-create`) && draft.named('screen', `${of}-create`)?.json.blocks[0];
  if (form?.kind !== 'form' || form.entity !== of) return;
  form.initial = { [by]: `$has($query.${by}) ? $query.${by} : null`, ...form.initial };
}

/** After a block, else at the end; a page with groups gets a group for it. */
function place(change: RelatedChange, screen: ScreenDeclaration, block: Grid, draft: DeclarationDraft): void {
  const at = screen.blocks.findIndex(({ id }) => id === change.after) + 1;
  if (change.after && at === 0)
    draft.report(change, 'no-neighbour', { at: '/after', level: 'warning', params: { after: change.after } });
  const blocks = [...screen.blocks];
  blocks.splice(at || blocks.length, 0, draft.mark(block, change));
  screen.blocks = blocks as typeof screen.blocks;
  if (screen.groups)
    screen.groups = [
      ...screen.groups,
      draft.mark({ id: `${block.id}-group`, title: block.title, blocks: [block.id] }, change),
    ] as unknown as typeof screen.groups;
}
