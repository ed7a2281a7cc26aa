/** The part of the declarations that the page of a public form needs: its fields and what they read, nothing else. */
import type { BehaviourDeclaration, EntityDeclaration, Field, Rule } from '../declaration/types.generated.ts';
import type { Compiled } from '../expression/types.ts';
import { refersToMany } from '../query/refersToOne.ts';
import type { DeclarationFile, EntityModel, FieldModel, ModelBundle } from '../types/modelTypes.ts';
import type { PublicFormModel } from '../types/publicFormTypes.ts';
import { kindOfFile } from './sources.ts';

/** A record that a reference offers. */
export type Offered = { readonly Id: string; readonly Name: string };

type Asked = {
  readonly entity: EntityModel;
  readonly form: PublicFormModel;
  /** The fields to show; those of the form, or of a link. */
  readonly names: readonly string[];
  /** Reference → the records it offers. */
  readonly offers: ReadonlyMap<string, readonly Offered[]>;
};

/** References become lists of choices, so that nothing is told about the entities they lead to. */
export function formBundle(bundle: ModelBundle, asked: Asked): ModelBundle {
  const { entity, names, offers } = asked;
  const fields = names.flatMap((name) => entity.fieldByPath.get(name) ?? []);
  const lists = new Map([...offers.keys()].map((name, index) => [name, `offered-${index + 1}`]));
  const lookups = new Set(fields.flatMap((field) => [field, ...(field.fields ?? [])].flatMap(lookupOf)));
  const rules = rulesOf(bundle, asked);
  const keys = keysOf(entity, names, { lookups, rules });
  const files = bundle.files.flatMap((entry): readonly DeclarationFile[] => {
    const kind = kindOfFile(entry.file);
    if (kind === 'defaults') return [entry];
    if (kind === 'lookup')
      return lookups.has((entry.json as { $id: string }).$id) ? [withoutComments(entry)] : [];
    if (kind === 'messages') return messagesOf(entry, keys);
    if (kind === 'entity' && (entry.json as EntityDeclaration).$id === entity.id)
      return [{ file: entry.file, json: narrowed(entry.json as EntityDeclaration, { ...asked, lists }) }];
    return [];
  });
  const texts = new Set(rules.flatMap(textsIn));
  return {
    version: `${bundle.version}.${asked.form.id}`,
    files: [
      ...files,
      { file: `schemas/form/${entity.id}/behaviour.json`, json: { for: entity.id, rules } },
      ...[...offers].flatMap(([name, items]) => offeredFiles(lists.get(name) ?? '', items)),
    ],
    trees: Object.fromEntries(Object.entries(bundle.trees).filter(([text]) => texts.has(text))),
  };
}

const lookupOf = ({ lookup }: FieldModel): readonly string[] => (lookup === undefined ? [] : [lookup]);

function withoutComments({ file, json }: DeclarationFile): DeclarationFile {
  const { $comment: _, ...rest } = json as { readonly $comment?: string };
  return { file, json: rest };
}

type Narrowing = Asked & { readonly lists: ReadonlyMap<string, string> };

function narrowed(declared: EntityDeclaration, { entity, form, names, offers, lists }: Narrowing): object {
  const needed = new Set(form.fields.filter(({ required }) => required).map(({ field }) => field));
  const properties = names.flatMap((name) => {
    const field = declared.properties?.[name] as Field | undefined;
    const model = entity.fieldByPath.get(name);
    if (!field || !model) return [];
    return [[name, offers.has(name) ? offeredField(field, model, lists.get(name) ?? '') : plainField(field)]];
  });
  return {
    $id: entity.id,
    title: declared.title,
    type: 'object',
    required: names.filter((name) => needed.has(name) || declared.required?.includes(name)),
    properties: Object.fromEntries(properties),
    $defs: declared.$defs ?? {},
    'x-label': names[0],
  };
}

/** What the server alone needs to know. */
const inner = ['$comment', 'x-id', 'x-open', 'x-overlay', 'x-mailTo', 'x-suggest', 'x-expand', 'x-group'];

function plainField(field: Field): object {
  return Object.fromEntries(Object.entries(field).filter(([word]) => !inner.includes(word)));
}

function offeredField({ title, description }: Field, model: FieldModel, lookup: string): object {
  const many = refersToMany(model) ? { type: 'array', default: [] } : {};
  return { ...many, 'x-lookup': lookup, title, ...(description && { description }) };
}

function offeredFiles(id: string, items: readonly Offered[]): readonly DeclarationFile[] {
  const listed = items.map(({ Id, Name }, index) => ({ Id, Name: `N${index + 1}`, title: Name || '–' }));
  const messages = Object.fromEntries(listed.map(({ Name, title }) => [`lookup.${id}.${Name}`, title]));
  return [
    { file: `schemas/lookups/${id}.json`, json: { $id: id, items: listed } },
    { file: `schemas/messages/fr-CA/${id}.json`, json: { messages } },
  ];
}

/** The rules that read and govern only what the page shows. */
function rulesOf(bundle: ModelBundle, { entity, names }: Asked): readonly Rule[] {
  const shown = new Set(names);
  const declared = bundle.files
    .filter(({ file }) => kindOfFile(file) === 'behaviour')
    .map(({ json }) => json as BehaviourDeclaration)
    .filter((behaviour) => behaviour.for === entity.id)
    .flatMap(({ rules = [] }) => rules);
  const { state, checks, values } = entity.rules;
  return declared.flatMap((rule) => {
    const parts = [
      ...state
        .filter(({ id }) => id === rule.id)
        .map(({ expression, fields }) => ({ reads: [expression], at: fields })),
      ...checks
        .filter(({ id }) => id === rule.id)
        .map(({ expression, when, params, at }) => ({
          reads: [expression, ...(when ? [when] : []), ...Object.values(params)],
          at,
        })),
    ];
    const isValue = values.some(({ id }) => id === rule.id);
    if (isValue || parts.length === 0 || rule.options || rule.gather || rule.on?.length) return [];
    const isShown = parts.every(({ reads, at }) => at.every(isIn(shown)) && reads.every(readsOnly(shown)));
    const { $comment: _, open: __, overlay: ___, ...words } = rule;
    return isShown ? [words as Rule] : [];
  });
}

const isIn = (shown: ReadonlySet<string>) => (path: string) => shown.has(path.split('.')[0] ?? '');

/** Named conditions and functions of the server read what their text does not name. */
const readsOnly =
  (shown: ReadonlySet<string>) =>
  ({ reads, calls }: Compiled): boolean =>
    !calls.some((name) => ['is', 'lookup', 'label', 'rows'].includes(name)) &&
    reads.every(({ from, path }) => {
      if (from === 'today' || from === 'now' || from === 'action') return true;
      if (from !== '' && from !== '$' && from !== 'record') return false;
      return path.length > 0 && shown.has(path[0] ?? '');
    });

function textsIn(part: unknown): readonly string[] {
  if (typeof part === 'string') return [part];
  if (typeof part !== 'object' || part === null) return [];
  return Object.values(part).flatMap(textsIn);
}

type Used = { readonly lookups: ReadonlySet<string>; readonly rules: readonly Rule[] };

/** Whether the page may show a message. */
function keysOf(entity: EntityModel, names: readonly string[], { lookups, rules }: Used) {
  const exact = new Set(rules.flatMap(textsIn));
  const starts = [
    ...names.flatMap((name) => [`field.${entity.id}.${name}`, `help.${entity.id}.${name}`]),
    ...[...lookups].map((name) => `lookup.${name}`),
  ];
  const always = ['validation.', 'file.'];
  return (key: string): boolean =>
    exact.has(key) ||
    always.some((start) => key.startsWith(start)) ||
    starts.some((start) => key === start || key.startsWith(`${start}.`));
}

function messagesOf(
  { file, json }: DeclarationFile,
  isUsed: (key: string) => boolean,
): readonly DeclarationFile[] {
  const { messages = {} } = json as { readonly messages?: Readonly<Record<string, unknown>> };
  const kept = Object.entries(messages).filter(([key]) => isUsed(key));
  return kept.length === 0 ? [] : [{ file, json: { messages: Object.fromEntries(kept) } }];
}
