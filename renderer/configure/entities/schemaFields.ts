/** New entities from a JSON Schema. */
import type { Change, EntityChange } from '#engine';
import { kebabName, pascalName } from '../storedName.ts';
import { changesOfFile, type FileForm, fileForm, type ProposedColumn, placeOf } from './fileFields.ts';

export type ProposedSchema = {
  readonly At: string;
  readonly Roots: readonly { readonly At: string; readonly Title: string }[];
  readonly Entities: readonly {
    readonly Title: string;
    readonly Owner: number | null;
    readonly Columns: readonly ProposedColumn[];
  }[];
  readonly Misfits: readonly { readonly At: string; readonly Reason: string }[];
  readonly MisfitCount: number;
};

export type SchemaForm = {
  readonly schema: ProposedSchema;
  /** One for each proposed entity. */
  readonly entities: readonly FileForm[];
  /** Related entities that are left out. */
  readonly without: readonly number[];
};

export const schemaForm = (schema: ProposedSchema): SchemaForm => ({
  schema,
  entities: schema.Entities.map(({ Columns }) => fileForm({ Columns })),
  without: [],
});

/** Whether an entity is left out, itself or with its owner. */
export function isLeftOut({ schema, without }: SchemaForm, at: number): boolean {
  const owner = schema.Entities[at]?.Owner;
  return (
    without.includes(at) || (typeof owner === 'number' && isLeftOut({ schema, without } as SchemaForm, owner))
  );
}

/** The entity with its fields, then those for its lists, each with a reference to its owner. */
export function changesOfSchema(entity: EntityChange, form: SchemaForm): readonly Change[] {
  const names = entityNames(entity, form);
  return form.entities.flatMap((fields, at) => {
    if (isLeftOut(form, at)) return [];
    const proposed = form.schema.Entities[at];
    const owner = proposed?.Owner;
    const name = names[at] ?? entity.name;
    if (!proposed || typeof owner !== 'number') return changesOfFile(entity, fields);
    const title = { 'en-CA': proposed.Title, 'fr-CA': proposed.Title };
    const { menu, icon } = entity;
    const own: EntityChange = {
      ...{ kind: 'entity', name, title, plural: title, rights: 'apart' },
      ...(icon && { icon }),
      ...(menu && { menu }),
    };
    const of = owner === 0 ? entity.title : titleOf(form, owner);
    return [...changesOfFile(own, fields), ...ownerChanges({ name, owner: names[owner] ?? '', of, fields })];
  });
}

function titleOf({ schema }: SchemaForm, at: number) {
  const { Title = '' } = schema.Entities[at] ?? {};
  return { 'en-CA': Title, 'fr-CA': Title };
}

/** `order`, `order-lines`, `order-lines-2`. */
function entityNames({ name }: EntityChange, { schema }: SchemaForm): readonly string[] {
  const taken = new Set<string>();
  return schema.Entities.map(({ Title, Owner }, at) => {
    const base = Owner === null ? name : `${name}-${kebabName(Title) || `list-${at}`}`.slice(0, 60);
    let free = base;
    for (let count = 2; taken.has(free); count += 1) free = `${base}-${count}`;
    taken.add(free);
    return free;
  });
}

type Owned = {
  readonly name: string;
  readonly owner: string;
  readonly of: EntityChange['title'];
  readonly fields: FileForm;
};

function ownerChanges({ name, owner, of, fields }: Owned): readonly Change[] {
  // A reference also takes its name without Id.
  const taken = new Set(fields.file.Columns.flatMap(({ Name = '' }) => [Name, `${Name}Id`]));
  const base = pascalName(owner).slice(0, 50);
  const field = [`${base}Id`, `${base}OwnerId`, `${base}OwnerRecordId`].find((one) => !taken.has(one));
  if (field === undefined) return [];
  return [
    {
      ...{ kind: 'field', name: `${name}.${field}`, type: 'reference', title: of },
      ...{ reference: owner, show: ['Id', 'Name'], required: true },
    } as Change,
    placeOf(`${name}-create`, 'form', 'item', field),
    placeOf(`${name}-list`, 'list', 'column', field),
  ];
}
