/** Compiles a declared property to a FieldModel. */
import type { EntityDeclaration, Field, Row } from '../declaration/types.generated.ts';
import type { ColumnClass } from '../fields/defineKind.ts';
import { fileName } from '../fields/overlayFacet.ts';
import { fieldKinds, isKind, kindOf, kinds } from '../fields/registry.ts';
import { offeredPeople } from '../query/offeredPeople.ts';
import { holdsFiles, refersToMany } from '../query/refersToOne.ts';
import type { FieldKind } from '../types/basicTypes.ts';
import type {
  ExpandModel,
  FieldModel,
  LookupModel,
  ReferenceModel,
  RuleFieldModel,
  Settings,
} from '../types/modelTypes.ts';
import type { Compiler, Place } from './compiler.ts';
import { sequenceOf } from './compileSequence.ts';
import { checkPattern, limitsOf, textWords } from './fieldLimits.ts';
import { standaloneSchema, textFormat } from './fieldSchema.ts';
import { fileLimitsOf } from './fileLimits.ts';
import { linkedOf, recordName, withLookThroughs } from './linkedFields.ts';

type FieldContext = {
  readonly compiler: Compiler;
  readonly entity: string;
  /** Where its label and help are found: texts of the entity, or `system` for fields of every entity. */
  readonly texts?: string;
  /** Its path in those texts, if it differs from the field's. */
  readonly textPath?: string;
  /** Dotted path of the list or object that contains the field; '' at the top level. */
  readonly parent: string;
  readonly required: ReadonlySet<string>;
  readonly definitions: Readonly<Record<string, Row | undefined>>;
  readonly place: Place;
  readonly lookups: ReadonlyMap<string, LookupModel>;
  readonly settings: Settings;
  /** en-CA texts by message key, collected from titles. */
  readonly titles: Map<string, string>;
  /** Finds other entities, whose records may be rows here. */
  readonly entityNamed: (id: string) => EntityDeclaration | undefined;
};

/** Compiles a property of an entity, a row or an object. */
export function compileField(name: string, declared: Field, context: FieldContext): FieldModel {
  const path = context.parent ? `${context.parent}.${name}` : name;
  const kind = kindOf(declared);
  checkKind(path, declared, context);
  checkPattern(path, declared, context);
  if (kind === 'flags') noteFlags(declared['x-lookup'] ?? '', context);
  if (declared['x-localized']) checkLocalized(path, kind, declared, context);
  const expand = expandOf(declared, kind, context, name);
  const texts = context.texts ?? context.entity;
  const textPath = context.textPath ?? context.parent;
  const textName = textPath ? `${textPath}.${name}` : name;
  const label = `field.${texts}.${textName}`;
  context.titles.set(label, declared.title ?? spaced(name));
  if (declared.description) context.titles.set(`help.${texts}.${textName}`, declared.description);
  const sequence = sequenceOf(path, declared, context);
  const shape = declared['x-shape'] && `shape.${texts}.${textName}`;
  if (shape) context.titles.set(shape, declared['x-shape'] ?? '');
  const reference = targetOf(declared, kind);
  if (reference) context.compiler.use(`entity:${reference}`, context.place);
  if (declared['x-mailTo']) context.compiler.use(`feature:${declared['x-mailTo']}`, context.place);
  if (declared['x-lookup']) context.compiler.use(`lookup:${declared['x-lookup']}`, context.place);
  return {
    id: declared['x-id'] ?? `${context.entity}.${path}`,
    name,
    path,
    entity: context.entity,
    kind,
    storage: storageOf(kind, declared, context),
    stored: declared['x-stored'] !== false,
    required: context.required.has(name) && !declared['x-sequence'],
    readOnly: isReadOnly(declared, sequence),
    createOnly: declared['x-createOnly'] === true || declared['x-owner'] === true || sequence !== undefined,
    ...(sequence && { sequence }),
    ...linkedOf(path, declared, context),
    ...(declared['x-inputFor'] && { inputFor: declared['x-inputFor'] }),
    default: declared.default,
    limits: limitsOf(declared, kind),
    ...(shape && { shape }),
    ...(kinds[kind].normal === 'line' && textFormat(declared) && { format: textFormat(declared) }),
    scale: (declared['x-money'] ?? declared['x-percent'] ?? declared['x-decimal'])?.scale,
    ref: reference ? referenceOf(declared, { entity: reference, expand, kind, path, context }) : undefined,
    ...(kinds[kind].isAccount && { account: accountOf(declared, context) }),
    file: holdsFiles({ kind }) ? fileLimitsOf(declared, kind, context) : undefined,
    records: recordsOf(declared, context),
    ...(declared['x-complete'] && { complete: declared['x-complete'] }),
    lookup: declared['x-lookup'],
    ...textWords(declared),
    group: declared['x-group'],
    overlay: declared['x-overlay'],
    keepUnknown: declared['x-keepUnknown'] === true,
    template: declared['x-template'],
    expand,
    rule: ruleOf(declared, kind, context),
    fields: nestedFields(declared, kind, path, context),
    schema: { ...standaloneSchema(declared, kind, context.settings), ...choices(declared, kind, context) },
    label,
    help: declared.description ? `help.${texts}.${textName}` : undefined,
  };
}

/** Fields that are not stored are read-only, unless they declare that they set other fields. */
const isReadOnly = (declared: Field, sequence: FieldModel['sequence']): boolean =>
  declared['x-rollUp'] !== undefined ||
  declared['x-lookThrough'] !== undefined ||
  (declared.readOnly ?? (declared['x-stored'] === false || sequence?.given === false));

/** A named kind must come from an extension in use, fit the declared type, and have its texts. */
function checkKind(path: string, declared: Field, { compiler, place }: FieldContext): void {
  const name = declared['x-kind'];
  if (name === undefined) return;
  if (!isKind(name) || fieldKinds.includes(name)) {
    compiler.error(
      place,
      `x-kind of ${path}: no extension in use adds the field kind ${name}. Correct the name, or name the extension in application.json.`,
    );
    return;
  }
  const { schema, filter, written } = kinds[name];
  if (declared.type !== schema.type)
    compiler.error(
      place,
      `x-kind of ${path}: values of ${name} are of type ${schema.type}. Declare that type.`,
    );
  const texts = [`configure.type.${name}`, filter.problem, ...(written ? [written.problem] : [])];
  for (const key of texts) compiler.use(`message:${key}`, place);
}

/** A localized text must be stored with its record, and be text that people write. */
function checkLocalized(path: string, kind: FieldKind, declared: Field, context: FieldContext): void {
  const isText = kinds[kind].normal !== undefined;
  const isOfRecord = context.parent === '' || context.textPath !== undefined;
  if (isText && isOfRecord && declared['x-stored'] !== false) return;
  context.compiler.error(
    context.place,
    `x-localized of ${path}: it belongs to a stored text of the record itself.`,
  );
}

/** The entity to which the field refers. */
function targetOf(declared: Field, kind: FieldKind): string | undefined {
  if (holdsFiles({ kind })) return 'file';
  return kinds[kind].isAccount ? 'user' : (declared['x-ref'] ?? declared.items?.['x-ref']);
}

/** Roles and features must exist. */
function accountOf({ 'x-account': declared = {} }: Field, { compiler, place }: FieldContext) {
  for (const role of declared.roles ?? []) compiler.use(`role:${role}`, place);
  if (declared.feature) compiler.use(`feature:${declared.feature}`, place);
  return declared as NonNullable<FieldModel['account']>;
}

type Referring = {
  readonly entity: string;
  readonly expand: ExpandModel | undefined;
  readonly kind: FieldKind;
  readonly path: string;
  readonly context: FieldContext;
};

function referenceOf(declared: Field, { entity, expand, kind, path, context }: Referring): ReferenceModel {
  return {
    entity,
    owner: declared['x-owner'] === true,
    collection: declared['x-collection'],
    ...(declared['x-kin'] && { kin: declared['x-kin'] as Readonly<Record<string, string>> }),
    ...(kinds[kind].isAccount && { find: offeredPeople(context.entity, path) }),
    ...(declared['x-all'] && { all: true }),
    expand,
  };
}

/** Rows that are records: their entity must have an owner field for this entity. */
function recordsOf(declared: Field, context: FieldContext): FieldModel['records'] {
  const entity = declared['x-records'];
  if (entity === undefined) return undefined;
  context.compiler.use(`entity:${entity}`, context.place);
  const properties = Object.entries(context.entityNamed(entity)?.properties ?? {});
  const owner = properties.find(
    ([, field]) => field?.['x-owner'] === true && field['x-ref'] === context.entity,
  )?.[0];
  if (owner === undefined || context.parent !== '')
    context.compiler.error(
      context.place,
      `x-records names ${entity}, whose records do not belong to ${context.entity}. Give it a field with "x-ref": "${context.entity}" and "x-owner": true, and the list a place at the top.`,
    );
  return { entity, owner: owner ?? '' };
}

function storageOf(kind: FieldKind, declared: Field, { lookups }: FieldContext): ColumnClass {
  const { column } = kinds[kind];
  if (typeof column === 'string') return column;
  return column(declared, lookups.get(declared['x-lookup'] ?? '')?.items[0]?.Id);
}

function expandOf(
  declared: Field,
  kind: FieldKind,
  context: FieldContext,
  name: string,
): ExpandModel | undefined {
  const expand = withLookThroughs(name, declared, context);
  if (kinds[kind].isAccount) return { as: expand?.as ?? recordName(name), fields: personFields };
  const { expands } = kinds[kind];
  if (!expand && expands) return { as: refersToMany({ kind }) ? name : fileName(name), fields: expands };
  const isUnexpanded = declared['x-lookup'] !== undefined && kinds[kind].expression !== 'choice';
  if (expand && isUnexpanded)
    context.compiler.error(
      context.place,
      `x-expand of ${name}: several choices in one value expand to nothing. Remove it.`,
    );
  if (!expand || isUnexpanded)
    return refersToMany({ kind }) ? { as: name, fields: ['Id', 'Name'] } : undefined;
  if (!refersToMany({ kind }) && !expand.as)
    context.compiler.error(
      context.place,
      `x-expand of ${name} needs "as": the name of the object in answers.`,
    );
  return { as: expand.as ?? name, fields: expand.fields };
}

/** All that a record shows of a person. */
const personFields = ['Id', 'DisplayName', 'IsActive'];

/** Operands come from records, so a rule must be a field of its record, not of a row. */
function ruleOf(declared: Field, kind: FieldKind, context: FieldContext): RuleFieldModel | undefined {
  if (kind !== 'rule') return undefined;
  const rule = declared['x-rule'];
  if (!rule || context.parent)
    context.compiler.error(
      context.place,
      'A field of format "rule" must be on the record itself and needs x-rule: what its texts may refer to.',
    );
  if (rule) context.compiler.use(`entity:${rule.operands.entity}`, context.place);
  for (const key of Object.values(rule?.outcomes ?? {}))
    context.compiler.use(`message:${key}`, context.place);
  const by = Object.entries(rule?.operands.by ?? {}).map(([theirs, ours]) => [theirs, ours ?? null]);
  return (
    rule && {
      operands: { entity: rule.operands.entity, by: Object.fromEntries(by) },
      examples: rule.examples,
      pages: rule.pages ?? [],
      outcomes: rule.outcomes,
    }
  );
}

function nestedFields(
  declared: Field,
  kind: FieldKind,
  path: string,
  context: FieldContext,
): readonly FieldModel[] | undefined {
  if (kind !== 'rows' && kind !== 'object') return undefined;
  if (declared['x-records']) return recordFields(declared['x-records'], path, context);
  const shape = kind === 'object' ? declared : rowShape(declared.items, context);
  const textPath = context.textPath === undefined ? undefined : path.slice(path.indexOf('.') + 1);
  const nested = { ...context, parent: path, textPath, required: new Set(shape?.required ?? []) };
  return Object.entries(shape?.properties ?? {}).map(([name, field]) =>
    compileField(name, field as Field, nested),
  );
}

/** The record's fields without the owner, and its id, which identifies the row. */
function recordFields(entity: string, path: string, context: FieldContext): readonly FieldModel[] {
  const source = context.entityNamed(entity);
  const nested: FieldContext = {
    ...context,
    parent: path,
    texts: entity,
    textPath: '',
    required: new Set(source?.required ?? []),
    definitions: source?.$defs ?? {},
  };
  const own = Object.entries(source?.properties ?? {}).filter(([, field]) => !field?.['x-owner']);
  const id = compileField('Id', { type: 'string', format: 'uuid' }, { ...nested, texts: 'system' });
  return [id, ...own.map(([name, field]) => compileField(name, field as Field, nested))];
}

function rowShape(items: Field | undefined, context: FieldContext): Row | Field | undefined {
  if (!items?.$ref) return items;
  const name = items.$ref.replace('#/$defs/', '');
  const row = context.definitions[name];
  if (!row)
    context.compiler.error(
      context.place,
      `There is no $defs/${name} in this file. Add it, or correct the $ref.`,
    );
  return row;
}

/** Each item of a flags lookup is one bit; expressions use its name for that bit. */
function noteFlags(lookup: string, { compiler, lookups, place }: FieldContext): void {
  compiler.flagged.push(lookup);
  for (const { Id, Name } of lookups.get(lookup)?.items ?? []) {
    if (typeof Id !== 'number' || !isBit(Id))
      compiler.error(place, `Item ${Name} of ${lookup} has the Id ${Id}; of flags it must be 1, 2, 4, 8 …`);
    else if ((compiler.flags.get(Name) ?? Id) !== Id)
      compiler.error(place, `${Name} is another bit in another lookup of flags. Give it another Name.`);
    else compiler.flags.set(Name, Id);
  }
}

const isBit = (id: number): boolean => id > 0 && id <= 2 ** 30 && Number.isInteger(Math.log2(id));

/** A choice accepts the ids of its lookup, unless unknown stored values may be kept. */
function choices(
  declared: Field,
  kind: FieldKind,
  { lookups }: FieldContext,
): { enum?: readonly unknown[]; items?: ReturnType<typeof codesSchema> } {
  const items = lookups.get(declared['x-lookup'] ?? '')?.items;
  const codes = items?.map((item) => item.Id) ?? [];
  if (kinds[kind].elements === 'codes') return { items: codesSchema(codes) };
  return items && kinds[kind].expression === 'choice' && !declared['x-keepUnknown'] ? { enum: codes } : {};
}

/** One of the choices of a list. */
const codesSchema = (codes: readonly (string | number)[]) => ({
  type: codes.every((code) => typeof code === 'number') ? 'integer' : 'string',
  enum: codes,
});

/** `QuoteExpiryInDays` → 'Quote Expiry In Days': the label if none is declared. */
function spaced(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
}
