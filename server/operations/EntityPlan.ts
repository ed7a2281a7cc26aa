/** What operations need to know about an entity, computed once per model. */
import {
  type EntityModel,
  type FieldModel,
  hidesAnything,
  kinds,
  type Model,
  systemFields,
  type ValueRule,
} from '#engine';

export type EntityPlan = {
  readonly entity: EntityModel;
  /** Fields that the store persists. */
  readonly stored: readonly FieldModel[];
  /** True when some of its fields have nested fields. */
  readonly isStructured: boolean;
  /** Lists whose rows are records of another entity. */
  readonly held: readonly FieldModel[];
  /** References whose expanded target includes rows that are records, with the target entity. */
  readonly heldBeside: readonly { readonly as: string; readonly target: string }[];
  /** Value rules of fields that are computed on every read. */
  readonly derived: readonly ValueRule[];
  /** The derived fields that choose a lookup item; their expansion must be refreshed with them. */
  readonly derivedChoices: readonly FieldModel[];
  /** True when a derived value reads the owner. */
  readonly readsOwner: boolean;
  /** Own fields whose answer includes the name of a lookup item, beside them or nested in them. */
  readonly lookupFields: readonly FieldModel[];
  /** Own fields that hold references, directly or nested. */
  readonly referenceFields: readonly FieldModel[];
  /** Own fields that hold HTML, directly or nested. */
  readonly htmlFields: readonly FieldModel[];
  /** Own fields that are signatures or hold some. */
  readonly signed: readonly FieldModel[];
  /** Own fields that the server numbers. */
  readonly numbered: readonly FieldModel[];
  readonly hasHiddenFields: boolean;
  /** True when its records, or those it refers to directly or in rows, have translated texts in a seed. */
  readonly hasShippedTexts: boolean;
  /** Which of the audit fields (last modified by, when) the entity has. */
  readonly stamped: readonly string[];
  /** Own lists with a maximum number of entries. */
  readonly limitedLists: readonly { readonly name: string; readonly limit: number }[];
  /** Own lists whose rows have an id but are not records. */
  readonly rowsWithIds: readonly FieldModel[];
  /** Names that a caller may send but only the server sets. */
  readonly managed: ReadonlySet<string>;
  /** Members that appear only in answers: lists of other records. They are ignored when sent back. */
  readonly included: ReadonlySet<string>;
  /** Rules that update other records when a record of this entity changes. */
  readonly followers: readonly Follower[];
  /** References to records of this entity, except those from records it owns. */
  readonly inbound: readonly Inbound[];
  /** Its own fields that hold rule texts. */
  readonly ruleFields: readonly FieldModel[];
  /** Rule fields of any entity whose texts can refer to records of this one. */
  readonly speakers: readonly { readonly plan: EntityPlan; readonly field: FieldModel }[];
};

type Follower = { readonly entity: string; readonly rule: EntityModel['follows'][number] };

export type Inbound = { readonly entity: string; readonly path: string };

/** Builds the plans of all entities. */
export function planEntities(model: Model): ReadonlyMap<string, EntityPlan> {
  const around = {
    inbound: inboundByTarget(model),
    followers: followersByTarget(model),
    included: includedNames(model),
  };
  const plans = new Map([...model.entities].map(([id, entity]) => [id, planEntity(model, entity, around)]));
  for (const plan of plans.values())
    for (const field of plan.ruleFields)
      plans.get(field.rule?.operands.entity ?? '')?.speakers.push({ plan, field });
  return plans;
}

type Speaker = EntityPlan['speakers'][number];

type ByEntity<Value> = ReadonlyMap<string, Value>;

/** What other declarations say of each entity, found in one pass over them. */
type Around = {
  readonly inbound: ByEntity<readonly Inbound[]>;
  readonly followers: ByEntity<readonly Follower[]>;
  readonly included: ByEntity<ReadonlySet<string>>;
};

function planEntity(
  model: Model,
  entity: EntityModel,
  { inbound, followers, included }: Around,
): EntityPlan & { readonly speakers: Speaker[] } {
  const notStored = entity.fields.filter((field) => !field.stored).map((field) => field.name);
  const derived = entity.rules.values.filter((rule) => !rule.each && notStored.includes(rule.field));
  return {
    entity,
    stored: [...entity.fields.filter((field) => field.stored && !field.records), ...entity.memory],
    isStructured: entity.fields.some(({ fields }) => fields !== undefined),
    held: entity.fields.filter((field) => field.records),
    heldBeside: entity.fields.flatMap((field) => heldBeside(model, field)),
    derived,
    derivedChoices: entity.fields.filter(({ stored, lookup, expand }) => !stored && lookup && expand),
    readsOwner: derived.some((rule) => rule.expression.text?.includes('$owner') === true),
    lookupFields: entity.fields.filter((field) =>
      someField([field], ({ lookup, expand }) => lookup !== undefined && expand !== undefined),
    ),
    htmlFields: entity.fields.filter((field) => someField([field], ({ kind }) => kind === 'html')),
    referenceFields: entity.fields.filter((field) => someField([field], ({ ref }) => ref !== undefined)),
    signed: entity.fields.filter((field) => someField([field], ({ kind }) => kinds[kind].isSigned === true)),
    numbered: entity.fields.filter(({ sequence }) => sequence !== undefined),
    hasHiddenFields: hidesAnything(model.entities, entity),
    hasShippedTexts:
      entity.seed.texts.length > 0 ||
      entity.fields.some((field) =>
        someField([field], ({ ref }) => (model.entities.get(ref?.entity ?? '')?.seed.texts.length ?? 0) > 0),
      ),
    limitedLists: entity.fields.flatMap(({ name, limits }) =>
      limits.maxItems === undefined ? [] : [{ name, limit: limits.maxItems }],
    ),
    rowsWithIds: entity.fields.filter(holdsIds),
    stamped: stampFields.filter((name) => entity.fields.some((field) => field.name === name && field.stored)),
    managed: new Set([
      ...systemFields,
      ...notStored,
      ...entity.fields.filter(({ linked }) => linked).map(({ name }) => name),
      ...(entity.order ? [entity.order.field] : []),
    ]),
    ruleFields: entity.fields.filter((field) => field.kind === 'rule'),
    speakers: [],
    included: included.get(entity.id) ?? new Set(),
    followers: followers.get(entity.id) ?? [],
    inbound: inbound.get(entity.id) ?? [],
  };
}

/** Audit fields set on every write. */
export const stampFields: readonly string[] = ['ModifiedDate', 'ModifiedBy', 'Release'];

function heldBeside(model: Model, { ref, expand }: FieldModel): EntityPlan['heldBeside'] {
  const target = ref && model.entities.get(ref.entity);
  const isHeld = target?.fields.some(({ name, records }) => records && expand?.fields.includes(name));
  return expand && target && isHeld ? [{ as: expand.as, target: target.id }] : [];
}

/** Finds the inbound references of every entity in one pass over all fields. */
export function inboundByTarget(model: Model): ReadonlyMap<string, readonly Inbound[]> {
  const byTarget = new Map<string, Inbound[]>();
  for (const { id, fields, fieldByPath } of model.entities.values()) {
    // Rows that are records hold their own references; rows that are not stored hold none.
    const elsewhere = fields
      .filter(({ records, stored }) => records || !stored)
      .map(({ path }) => `${path}.`);
    for (const { path, ref, stored } of fieldByPath.values()) {
      if (!ref || ref.owner || !stored || elsewhere.some((start) => path.startsWith(start))) continue;
      listOf(byTarget, ref.entity).push({ entity: id, path });
    }
  }
  return byTarget;
}

function includedNames({ routes }: Model): Around['included'] {
  const included = new Map<string, Set<string>>();
  for (const { entity, include } of routes) {
    if (include.length === 0) continue;
    const names = included.get(entity) ?? new Set();
    for (const { name } of include) names.add(name.toLowerCase());
    included.set(entity, names);
  }
  return included;
}

function followersByTarget({ entities }: Model): Around['followers'] {
  const byTarget = new Map<string, Follower[]>();
  for (const { id, follows, fieldByPath } of entities.values())
    for (const rule of follows) {
      const target = fieldByPath.get(rule.through)?.ref?.entity;
      if (target !== undefined) listOf(byTarget, target).push({ entity: id, rule });
    }
  return byTarget;
}

function listOf<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}

/** Rows that are records get their ids when they are written. */
function holdsIds({ kind, records, fields = [] }: FieldModel): boolean {
  return kind === 'rows' && !records && fields.some((field) => field.name === 'Id' && field.kind === 'id');
}

export function someField(fields: readonly FieldModel[], test: (field: FieldModel) => boolean): boolean {
  return fields.some((field) => test(field) || someField(field.fields ?? [], test));
}
