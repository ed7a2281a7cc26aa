import {
  accessOfRoute,
  type DataRecord,
  type EntityModel,
  type GridBlock,
  type Model,
  type UserContext,
} from '#engine';
import { allows } from './allows.ts';
import type { Api } from './createApi.ts';
import { fillPath } from './fillPath.ts';
import { mayOpen } from './mayOpen.ts';
import { findRoute, type Page } from './queries.ts';

/** A record found by its label, and where it opens. */
type FoundRecord = {
  readonly id: string;
  readonly entity: EntityModel;
  readonly label: string;
  /** Its other searched fields: code, state, … */
  readonly note: string;
  readonly to: string;
};

/** Where records of an entity are listed and opened, as declared by a grid. */
type Destination = { readonly entity: EntityModel; readonly find: string; readonly open: string };

/** Results shown per entity. */
const pageSize = 5;

/**
 * Searches all entities that this person may see. A record matches if one searched field contains every word,
 * ignoring accents and case.
 */
export async function searchRecords(
  ports: { model: Model; api: Api; user: UserContext; signal?: AbortSignal },
  text: string,
  /** How often the person has opened the page at an address. */
  visits: (to: string) => number = () => 0,
): Promise<readonly FoundRecord[]> {
  const places = destinations(ports.model, ports.user);
  const found = await Promise.all(places.map((place) => searchOne(ports, place, text)));
  const rank = rankBy(text);
  return found
    .flat()
    .toSorted((one, other) => rank(one.label) - rank(other.label) || visits(other.to) - visits(one.to));
}

/** Names that are the text come first, then those that start with it; the order of entities otherwise. */
function rankBy(text: string): (label: string) => number {
  const plain = (given: string) => given.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const wanted = plain(text);
  return (label) => {
    const name = plain(label);
    if (name === wanted) return 0;
    return name.startsWith(wanted) ? 1 : 2;
  };
}

async function searchOne(
  { api, signal }: { api: Api; signal?: AbortSignal },
  place: Destination,
  text: string,
): Promise<readonly FoundRecord[]> {
  const pages = await Promise.all(
    place.entity.searchable.map((field) =>
      api
        .get<Page>(`${place.find}?${containing(field, text)}`, { signal })
        // One failed list must not hide the others.
        .catch((): Page => ({ Items: [], TotalItems: 0 })),
    ),
  );
  const unique = new Map(pages.flatMap((page) => page.Items.map((item) => [String(item.Id), item] as const)));
  return [...unique.values()].slice(0, pageSize).map((item) => describe(place, item));
}

function containing(field: string, text: string): string {
  return new URLSearchParams({
    page: '1',
    pageSize: String(pageSize),
    FilterProperty: field,
    FilterOperator: 'words',
    FilterValue: text,
  }).toString();
}

function describe({ entity, open }: Destination, record: DataRecord): FoundRecord {
  const others = entity.searchable.filter((field) => field !== entity.labelField);
  return {
    id: String(record.Id),
    entity,
    label: String(record[entity.labelField] ?? record.Id),
    note: others.flatMap((field) => (record[field] ? [String(record[field])] : [])).join(' · '),
    to: fillPath(open, { root: record }),
  };
}

/** Where a record opens, if its id is enough to say so. */
export function recordAddress(model: Model, entity: string, id: string): string | undefined {
  const opens = [...model.screens.values()].flatMap((screen) =>
    screen.blocks.flatMap((block) =>
      block.kind === 'grid' && block.entity === entity ? (opening(block) ?? []) : [],
    ),
  );
  return opens[0] && fillPath(opens[0], { root: { Id: id } });
}

function destinations(model: Model, { Features }: UserContext): readonly Destination[] {
  const grids = [...model.screens.values()].flatMap((screen) =>
    screen.blocks.filter((block): block is GridBlock => block.kind === 'grid'),
  );
  const readable = ({ find }: GridBlock) => {
    // A list of one record cannot be searched, and one that the person may not read would refuse.
    const route = /\{/.test(find) ? undefined : findRoute(model, find);
    return route !== undefined && allows(accessOfRoute(model, route), Features);
  };
  return [...model.entities.values()]
    .filter((entity) => entity.searchable.length > 0 && allows(entity.policy.view, Features))
    .flatMap((entity) => {
      const places = grids.flatMap((block) => {
        const open = block.entity === entity.id ? opening(block) : undefined;
        return open && readable(block) && mayOpen(model, open, Features)
          ? [{ entity, find: block.find, open, isOwn: isPageOf(model, entity, open) }]
          : [];
      });
      return places.toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn)).slice(0, 1);
    });
}

/** Whether the page at an address is about the record itself: a form of it is there. */
function isPageOf(model: Model, entity: EntityModel, open: string): boolean {
  const shape = (path: string) => path.replace(/:\w+|\{[^}]*\}/g, '*').split(/[?#]/)[0];
  const page = [...model.screens.values()].find(({ route }) => shape(route) === shape(open));
  return page?.blocks.some((block) => block.kind === 'form' && block.entity === entity.id) === true;
}

/** Where a row opens, if the row is enough to say so. */
function opening(block: GridBlock): string | undefined {
  const links = block.rowActions.filter((action) => action.kind === 'link').map((action) => action.to);
  return [block.open, ...links].find((to) => to?.includes('{Id}') && !/\{(route|data|user)\./.test(to));
}
