/** What an expression reads that a person may not see: its result would tell them. */
import type { Compiled, EntityModel, Model } from '#engine';
import { isAllowed } from './authorize.ts';
import { accessAlong } from './guardedPaths.ts';

type Reader = {
  readonly model: Model;
  readonly features: ReadonlySet<string>;
  /** The entity of the record that stands for `outer`. */
  readonly outer?: EntityModel | undefined;
};

type Reads = Pick<Compiled, 'reads'> | undefined;

/** The first such field; the whole record stands for each of its fields. */
export function hiddenRead(
  reader: Reader,
  entity: EntityModel,
  expressions: readonly Reads[],
): string | undefined {
  for (const { from, path } of expressions.flatMap((one) => one?.reads ?? [])) {
    const hidden = hiddenOf(reader, entity, { from, path });
    if (hidden !== undefined) return hidden;
  }
  return undefined;
}

type Read = { readonly from: string; readonly path: readonly string[] };

function hiddenOf(reader: Reader, entity: EntityModel, { from, path }: Read): string | undefined {
  if (from === '$' || from === 'record' || from === 'previous') return hiddenIn(reader, entity, path);
  if (from === 'outer') return reader.outer && hiddenIn(reader, reader.outer, path);
  return from === 'owner' ? hiddenInOwner(reader, entity, path) : undefined;
}

/** The owner of a record has, besides its fields, its other records by name, and an owner of its own. */
function hiddenInOwner(reader: Reader, { owner }: EntityModel, path: readonly string[]): string | undefined {
  const { entities } = reader.model;
  const found = entities.get(owner?.ref?.entity ?? '');
  if (!found) return undefined;
  const kin = Object.entries(owner?.ref?.kin ?? {});
  const [name, ...rest] = path;
  const closed = ([as, id]: readonly [string, string]): string | undefined => {
    const other = entities.get(id);
    if (!other) return undefined;
    return isAllowed(other.policy.view, reader.features) ? hiddenIn(reader, other, rest) : as;
  };
  if (name === undefined) return hiddenIn(reader, found, []) ?? kin.map(closed).find(Boolean);
  const asked = kin.find(([as]) => as === name);
  return asked ? closed(asked) : hiddenIn(reader, found, path);
}

function hiddenIn(
  { model, features }: Reader,
  entity: EntityModel,
  path: readonly string[],
): string | undefined {
  const isHidden = (name: string): boolean => {
    const view = entity.policy.fields[name]?.view;
    return view !== undefined && !isAllowed(view, features);
  };
  const [name] = path;
  if (name === undefined) return Object.keys(entity.policy.fields).find(isHidden);
  const field = entity.fields.find((one) => one.name === name || one.expand?.as === name);
  if (isHidden(field?.name ?? name)) return name;
  // Through references, as far as the path leads; the rest are members of values.
  const along = path.map((_, at) => path.slice(0, at + 1).join('.'));
  return along.find((part) =>
    accessAlong(model, entity.id, part).some((access) => !isAllowed(access, features)),
  );
}
