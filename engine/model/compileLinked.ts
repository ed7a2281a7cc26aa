/** Compiles roll-ups and look-throughs. */
import type { EntityDeclaration, Field, Rule } from '../declaration/types.generated.ts';
import type { EntityModel, FieldModel } from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';
import type { Sources } from './sources.ts';
import { type TypeSources, whereScope } from './typeScope.ts';
import type { Watched } from './watched.ts';

type Linking = {
  readonly compiler: Compiler;
  readonly types: TypeSources;
  readonly draft: EntityDraft;
  readonly sources: Watched<Sources>;
};

/** The linked fields of an entity; `reviewLinked` checks them once all entities are compiled. */
export function compileLinked({ sources, ...around }: Linking): Pick<
  EntityModel,
  'rollUps' | 'lookThroughs'
> & {
  /** Rules to follow the declared ones, whose findings name their position. */
  readonly followed: readonly Rule[];
} {
  const declared = sources.ask(({ entity }) => entity.find(({ json }) => json.$id === around.draft.id)?.json);
  const fields = Object.entries(declared?.properties ?? {}) as [string, Field][];
  return {
    rollUps: fields.flatMap(([name, field]) => rollUpsOf(name, field, around)),
    lookThroughs: around.draft.fields.flatMap((field) => lookThroughsOf(field, fields, around)),
    followed: lookThroughRules(declared, around.draft),
  };
}

type Around = Omit<Linking, 'sources'>;

function rollUpsOf(name: string, field: Field, { compiler, types, draft }: Around): EntityModel['rollUps'] {
  const asked = field['x-rollUp'];
  if (!asked) return [];
  const place: Place = { file: draft.file, path: `/properties/${name}/x-rollUp` };
  const { of, by, function: fn, field: reads } = asked;
  const order = fn === 'earliest' || fn === 'latest' ? (asked.order ?? 'CreatedDate') : undefined;
  compiler.use(`entity:${of}`, place);
  for (const read of [by, reads, order]) if (read) compiler.use(`field:${of}.${read}`, place);
  const where = asked.where === undefined ? undefined : whereOf(asked.where, of, { compiler, types, place });
  const depends = [by, reads, order, ...(where?.fields ?? [])].filter((one) => one !== undefined);
  return [
    {
      ...{ field: name, of, by, function: fn, depends },
      ...(reads !== undefined && { reads }),
      ...(order !== undefined && { order }),
      ...(where && { where: where.filter }),
    },
  ];
}

/** A stored value cannot depend on the day or on the person: nothing would recompute it. */
function whereOf(
  text: string,
  of: string,
  { compiler, types, place }: { compiler: Compiler; types: TypeSources; place: Place },
) {
  const at = { ...place, path: `${place.path}/where` };
  const where = compiler.where(text, at, () => whereScope(types, of, {}));
  if (!where) return undefined;
  const [passing] = where.reads;
  if (passing) {
    compiler.error(
      at,
      `The condition of a roll-up reads $${passing.from}, which changes without a write. Compare fields of ${of} with fixed values.`,
      { code: 'linked-passing', params: { name: `$${passing.from}` } },
    );
    return undefined;
  }
  return { filter: where.bind({ root: {}, vars: {} }), fields: where.fields };
}

function lookThroughsOf(
  { name }: FieldModel,
  declared: readonly [string, Field][],
  { compiler, draft }: Around,
): EntityModel['lookThroughs'] {
  const asked = declared.find(([own]) => own === name)?.[1]['x-lookThrough'];
  if (!asked) return [];
  const place: Place = { file: draft.file, path: `/properties/${name}/x-lookThrough` };
  const of = draft.fieldByPath.get(asked.by)?.ref?.entity;
  compiler.use(`field:${draft.id}.${asked.by}`, place);
  if (of) compiler.use(`field:${of}.${asked.field}`, place);
  return [{ field: name, by: asked.by, of: of ?? '', reads: asked.field }];
}

/** Forms and checks see the value of a reference that was just chosen. */
function lookThroughRules(declared: EntityDeclaration | undefined, draft: EntityDraft): readonly Rule[] {
  return Object.entries(declared?.properties ?? {}).flatMap(([name, field]) => {
    const asked = field?.['x-lookThrough'];
    const as = asked && draft.fieldByPath.get(asked.by)?.expand?.as;
    if (!asked || !as || !draft.fieldByPath.get(asked.by)?.ref) return [];
    const overlay = field['x-overlay'] ? { overlay: field['x-overlay'] } : {};
    return [
      { id: `${draft.id}.${name}.lookThrough`, field: name, value: `${as}.${asked.field}`, ...overlay },
    ];
  });
}
