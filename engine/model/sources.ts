/** Sorts declaration files by kind, from folder and file name. */
import type {
  ApiDeclaration,
  BehaviourDeclaration,
  CasesDeclaration,
  DefaultsDeclaration,
  EntityDeclaration,
  FeaturesDeclaration,
  LookupDeclaration,
  MessagesDeclaration,
  PartDeclaration,
  QueryDeclaration,
  RolesDeclaration,
  ScreenDeclaration,
  SeedDeclaration,
  WidgetDeclaration,
} from '../declaration/types.generated.ts';
import type { DeclarationFile, DeclarationSet, Finding } from '../types/modelTypes.ts';

/** A declaration with its file. */
export type Source<Declaration> = {
  readonly file: string;
  readonly area: string;
  readonly json: Declaration;
};

export type Sources = {
  readonly entity: readonly Source<EntityDeclaration>[];
  readonly behaviour: readonly Source<BehaviourDeclaration>[];
  readonly api: readonly Source<ApiDeclaration>[];
  readonly cases: readonly Source<CasesDeclaration>[];
  readonly seed: readonly Source<SeedDeclaration>[];
  readonly lookup: readonly Source<LookupDeclaration>[];
  readonly part: readonly Source<PartDeclaration>[];
  readonly query: readonly Source<QueryDeclaration>[];
  readonly messages: readonly Source<MessagesDeclaration>[];
  readonly features: readonly Source<FeaturesDeclaration>[];
  readonly roles: readonly Source<RolesDeclaration>[];
  readonly defaults: readonly Source<DefaultsDeclaration>[];
  readonly screen: readonly Source<ScreenDeclaration>[];
  readonly widget: readonly Source<WidgetDeclaration>[];
};

export type DeclarationKind = keyof Sources;

/** Sorts files by kind; a file of unknown kind or without a JSON object is a finding. */
export function sortSources(set: DeclarationSet, findings: Finding[]): Sources {
  const sorted: Record<DeclarationKind, Source<never>[]> = emptySources();
  for (const entry of set.files) {
    const kind = kindOfFile(entry.file);
    if (!kind) findings.push({ severity: 'error', file: entry.file, path: '', message: unknownFile });
    else if (!isObject(entry.json))
      findings.push({ severity: 'error', file: entry.file, path: '', message: notAnObject });
    else sorted[kind].push(sourceOf(entry) as Source<never>);
  }
  return sorted;
}

const known = new WeakMap<object, Source<unknown>>();

/** The same declaration is the same source, so that one is known again. */
function sourceOf({ file, json }: DeclarationFile): Source<unknown> {
  const found = known.get(json as object);
  if (found?.file === file) return found;
  const source = { file, area: areaOf({ file }), json };
  known.set(json as object, source);
  return source;
}

/** The kind of a file from its path; undefined when unknown. */
export function kindOfFile(file: string): DeclarationKind | undefined {
  return places.find((place) => place.pattern.test(file))?.kind;
}

const places: readonly { readonly pattern: RegExp; readonly kind: DeclarationKind }[] = [
  { pattern: /(^|\/)schemas\/defaults\.json$/, kind: 'defaults' },
  { pattern: /(^|\/)schemas\/access\/features\.json$/, kind: 'features' },
  { pattern: /(^|\/)schemas\/access\/roles\.json$/, kind: 'roles' },
  { pattern: /(^|\/)schemas\/lookups\/[^/]+\.json$/, kind: 'lookup' },
  { pattern: /(^|\/)schemas\/parts\/[^/]+\.json$/, kind: 'part' },
  { pattern: /(^|\/)schemas\/messages\/(en-CA|fr-CA)\/[^/]+\.json$/, kind: 'messages' },
  { pattern: /(^|\/)schemas\/[^/]+\/queries\/[^/]+\.json$/, kind: 'query' },
  { pattern: /(^|\/)schemas\/[^/]+\/[^/]+\/entity\.json$/, kind: 'entity' },
  { pattern: /(^|\/)schemas\/[^/]+\/[^/]+\/behaviour\.json$/, kind: 'behaviour' },
  { pattern: /(^|\/)schemas\/[^/]+\/[^/]+\/api\.json$/, kind: 'api' },
  { pattern: /(^|\/)schemas\/[^/]+\/[^/]+\/cases\.json$/, kind: 'cases' },
  { pattern: /(^|\/)schemas\/[^/]+\/[^/]+\/seed\.json$/, kind: 'seed' },
  { pattern: /(^|\/)screens\/[^/]+\/[^/]+\.json$/, kind: 'screen' },
  { pattern: /(^|\/)widgets\/(fields|columns|blocks)\/[^/]+\.json$/, kind: 'widget' },
];

const unknownFile =
  'This file is of no known kind. Put it at schemas/<area>/<entity>/{entity,behaviour,api,cases,seed}.json, schemas/<area>/queries/, schemas/lookups/, schemas/access/, schemas/messages/<language>/ or screens/<area>/; a block of a screen in the folder of its name, screens/<area>/<screen>/; a widget in widgets/{fields,columns,blocks}/.';
const notAnObject = 'A declaration is one JSON object. Wrap the content in { … }.';

/** The folder of a declaration: the area of the application it belongs to. */
export function areaOf(entry: Pick<DeclarationFile, 'file'>): string {
  return /(?:^|\/)(?:schemas|screens)\/([^/]+)/.exec(entry.file)?.[1] ?? '';
}

/** Which texts win: those of the application over those of extensions, and these over the base. */
export function layerOf(file: string): number {
  if (file.startsWith('base/')) return 0;
  return /(^|\/)extensions\/[^/]+\/schemas\//.test(file) ? 1 : 2;
}

function isObject(json: unknown): boolean {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function emptySources(): Record<DeclarationKind, Source<never>[]> {
  const kinds = new Set(places.map((place) => place.kind));
  return Object.fromEntries([...kinds].map((kind) => [kind, []])) as unknown as Record<
    DeclarationKind,
    Source<never>[]
  >;
}
