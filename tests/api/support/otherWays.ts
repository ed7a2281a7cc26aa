/** Runs cases through uploads and copies too, since rules apply on every path that writes records. */
import {
  type CaseModel,
  type EntityModel,
  type FieldModel,
  formatMessage,
  type Model,
  type RouteModel,
  uniqueKey,
} from '#engine';
import type { Answer, Ask } from './startApp.ts';

/** A way to write a record: through its own paths, or as a row of the record that holds it. */
export type Way = {
  readonly title: string;
  readonly route: RouteModel;
  /** The list of the holder that contains the record. */
  readonly list?: FieldModel;
  /** The call, if it is not the usual one of the path. */
  readonly send?: (ask: Ask) => Promise<Answer>;
};

/** Each case that a row of the sheet can express; changes of stored records are found by name. */
export function uploadWays(
  model: Model,
  entity: EntityModel,
  { operation, given }: CaseModel,
): readonly Way[] {
  const { record = {}, stored = {} } = given;
  return model.routes.flatMap((route): readonly Way[] => {
    const { sheet } = route;
    if (route.entity !== entity.id || route.operation !== 'upload' || !sheet) return [];
    const bound = new Set(Object.values(route.bind));
    const sent = Object.entries(record).filter(([name]) => !bound.has(name));
    if (sent.some(([name, value]) => !sheet.columns.includes(name) || typeof value === 'object')) return [];
    const [keyName, ...others] = sheet.key;
    if (others.length > 0) return [];
    const key = operation === 'create' ? record[keyName] : stored[keyName];
    // The name of a row selects its record, so it can neither take another's name nor be removed.
    const isTaken = given.others?.[entity.id]?.some((other) => sameName(other[keyName], key));
    if (key === undefined || (operation === 'update' ? keyName in record : isTaken)) return [];
    const cells = [...(operation === 'update' ? [[keyName, key] as const] : []), ...sent];
    const file = [
      cells.map(([name]) => formatMessage(model, 'en-CA', entity.fieldByPath.get(name)?.label ?? name)),
      cells.map(([name, value]) => cellText(model, entity, { name, value, given })),
    ];
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      String({ ...stored, ...record }[name]),
    );
    return [{ title: `${route.method} ${route.path}`, route, send: (ask) => upload(ask, path, file) }];
  });
}

const sameName = (one: unknown, other: unknown) => uniqueKey(String(one)) === uniqueKey(String(other));

type Cell = { readonly name: string; readonly value: unknown; readonly given: CaseModel['given'] };

/** As a person writes it: choices and records by their names. */
function cellText(model: Model, entity: EntityModel, { name, value, given }: Cell): string {
  const { lookup, ref } = entity.fieldByPath.get(name) ?? {};
  const item = lookup && model.lookups.get(lookup)?.items.find(({ Id }) => Id === value);
  if (item) return item.Name;
  const target = given.others?.[ref?.entity ?? '']?.find(({ Id }) => Id === value);
  return String(target?.Name ?? value);
}

function upload(ask: Ask, path: string, lines: readonly (readonly string[])[]) {
  const csv = lines
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
  const head = 'content-disposition: form-data; name="file"; filename="case.csv"\r\ncontent-type: text/csv';
  const body = `--case\r\n${head}\r\n\r\n${csv}\r\n--case--\r\n`;
  return ask('POST', path, body, { 'content-type': 'multipart/form-data; boundary=case' });
}

/** Each new record whose every field a copy takes from its source, as the copy of an existing one. */
export function copyWays(model: Model, entity: EntityModel, { operation, given }: CaseModel): readonly Way[] {
  const { record = {}, others } = given;
  const source = others?.[entity.id]?.[0]?.Id;
  if (operation !== 'create' || source === undefined) return [];
  return model.routes
    .filter(
      (route) =>
        route.entity === entity.id &&
        route.operation === 'copy' &&
        Object.keys(record).every((name) => route.fields?.includes(name)),
    )
    .map((route) => ({
      title: `${route.method} ${route.path}`,
      route,
      send: (ask) => ask(route.method, route.path, { ...record, Id: source }),
    }));
}
