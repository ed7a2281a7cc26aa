/** Assembles a model from declarations in a few named steps. */
import type { Field } from '../declaration/types.generated.ts';
import { type Parts, wholly } from '../parts.ts';
import type {
  DeclarationSet,
  EntityModel,
  Finding,
  LookupModel,
  Model,
  ScreenModel,
  Settings,
} from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import { buttonRoutes } from './buttonRoutes.ts';
import { compileApi } from './compileApi.ts';
import { compileBehaviour, compileFields } from './compileEntity.ts';
import { compileFeatures, compileLookups, compileMessages, compileRoles } from './compileLists.ts';
import { rowPolicies } from './compilePolicy.ts';
import type { compileQueries } from './compileQueries.ts';
import type { compileRowAccess } from './compileRowAccess.ts';
import { type Compiler, createCompiler, type Parse } from './compiler.ts';
import { compileMenu, compileScreen, formsByName } from './compileScreen.ts';
import type { EntityDraft } from './entityDraft.ts';
import { withLate } from './late.ts';
import { conditionsOf, withConditions } from './namedConditions.ts';
import { placeSteps } from './placeSteps.ts';
import { type Sources, sortSources } from './sources.ts';
import type { TypeSources } from './typeScope.ts';
import { withParts } from './withParts.ts';

type Options = {
  /** Expression text → syntax tree: jsonata's parser on the server, parsed trees in the browser. */
  readonly parse: Parse;
  /**
   * Compiles behaviour, screen contents and routes on first use: a page needs a few of hundreds. Their
   * mistakes are found only then.
   */
  readonly isLate?: boolean;
  /** Compiles what only the server needs: queries and row access. Absent in the browser. */
  readonly onServer?: {
    readonly queries: typeof compileQueries;
    readonly rowAccess: typeof compileRowAccess;
  };
};

/** A model not yet frozen, reviewed or versioned, and what it was made from. */
type Assembled = {
  readonly draft: Omit<Model, 'version'>;
  readonly sources: Sources;
  readonly compiler: Compiler;
};

/** Compiles in small steps, so that callers can respond to input in between; no result until the end. */
export function* assembleModel(
  set: DeclarationSet,
  { parse, isLate = false, onServer }: Options,
): Parts<Assembled> {
  const misplaced: Finding[] = [];
  const sources = sortSources(withParts(set), misplaced);
  const compiler = createCompiler(withConditions(parse, conditionsOf(sources)));
  compiler.findings.push(...misplaced);
  const settings = settingsOf(sources, compiler);
  const titles = new Map<string, string>();
  const lookups = compileLookups(sources, compiler, titles);
  const entities = yield* compileEntities(sources, { lookups, settings, compiler, titles, isLate, onServer });
  const types = { entities, lookups };
  const routes: RouteModel[] = [];
  for (const source of sources.api.map(buttonRoutes(sources))) {
    routes.push(...compileApi(source, { types, compiler, isLate }));
    yield;
  }
  const features = compileFeatures(sources, compiler, titles);
  const roles = compileRoles(sources, features, compiler, titles);
  const screens = yield* compileScreens(sources, { types, compiler, settings, routes, isLate });
  const queries = onServer?.queries(sources, { types, compiler, titles }) ?? new Map();
  const messages = compileMessages(sources, titles, compiler);
  yield;
  const menu = compileMenu(screens.values());
  const draft = {
    entities,
    lookups,
    screens,
    queries,
    menu,
    routes,
    features,
    roles,
    messages,
    settings,
    usage: compiler.usage,
  };
  return { draft, sources, compiler };
}

const silentSettings: Settings = {
  pageSize: 10,
  maximumPageSize: 1000,
  textFilterMinimumLength: 3,
  bodyLimitBytes: 1_048_576,
  fileLimitBytes: 10_485_760,
  fileTypes: ['application/pdf', 'image/png', 'image/jpeg'],
  years: { from: 1900, to: 2199 },
};

function settingsOf(sources: Sources, compiler: Compiler): Settings {
  const declared = sources.defaults[0]?.json.settings;
  if (!declared)
    compiler.error(
      { file: 'schemas/defaults.json', path: '' },
      'base/schemas/defaults.json is missing. It states the settings and the fields every entity has.',
    );
  return { ...silentSettings, ...declared };
}

function* compileEntities(
  sources: Sources,
  around: {
    readonly lookups: ReadonlyMap<string, LookupModel>;
    readonly settings: Settings;
    readonly compiler: Compiler;
    readonly titles: Map<string, string>;
    readonly isLate: boolean;
    readonly onServer: Options['onServer'];
  },
): Generator<void, ReadonlyMap<string, EntityModel>> {
  const { lookups, compiler, settings } = around;
  const systemFields = (sources.defaults[0]?.json.systemFields ?? {}) as Record<string, Field | undefined>;
  const drafts = new Map<string, EntityDraft>();
  for (const source of sources.entity) {
    const twin = drafts.get(source.json.$id);
    if (twin)
      compiler.error(
        { file: source.file, path: '/$id' },
        `${source.json.$id} is declared already in ${twin.file}. Give one of them another $id.`,
        { code: 'entity-exists', params: { entity: source.json.$id } },
      );
    else drafts.set(source.json.$id, compileFields({ ...around, source, systemFields, sources }));
    yield;
  }
  if (around.isLate) return lateEntities({ drafts, sources, lookups, compiler, settings });
  const entities = new Map<string, EntityModel>(asModels(drafts));
  const types = { entities, lookups };
  const rowAccess = around.onServer?.rowAccess;
  for (const draft of drafts.values()) {
    const behaviour = yield* compileBehaviour(draft, {
      drafts,
      sources,
      types,
      compiler,
      settings,
      rowAccess,
    });
    entities.set(draft.id, { ...factsOf(draft), ...behaviour });
    yield;
  }
  for (const [id, entity] of entities) {
    const policy = withRows(entity, entities);
    if (policy !== entity.policy) entities.set(id, { ...entity, policy });
  }
  return entities;
}

/** Entities whose behaviour is compiled on first use. */
function lateEntities({
  drafts,
  sources,
  lookups,
  compiler,
  settings,
}: Omit<Behaving, 'types'> & Pick<TypeSources, 'lookups'>): ReadonlyMap<string, EntityModel> {
  // Expressions see the fields of other entities but never their behaviour.
  const options = { drafts, sources, types: { entities: asModels(drafts), lookups }, compiler, settings };
  const entities = new Map<string, EntityModel>();
  for (const draft of drafts.values()) {
    const facts = factsOf(draft);
    const work = () => {
      const behaviour = wholly(compileBehaviour(draft, options));
      return { ...behaviour, policy: withRows({ ...facts, ...behaviour }, entities) };
    };
    entities.set(draft.id, withLate(facts, work));
  }
  return entities;
}

type Behaving = Parameters<typeof compileBehaviour>[1];

const asModels = (drafts: ReadonlyMap<string, unknown>) => drafts as ReadonlyMap<string, EntityModel>;

function factsOf({ file: _file, ...facts }: EntityDraft): Omit<EntityDraft, 'file'> {
  return facts;
}

function withRows(
  { fields, policy }: EntityModel,
  entities: ReadonlyMap<string, EntityModel>,
): EntityModel['policy'] {
  const rows = rowPolicies(fields, (other) => entities.get(other)?.policy);
  return Object.keys(rows).length > 0 ? { ...policy, rows } : policy;
}

function* compileScreens(
  sources: Sources,
  around: Omit<Parameters<typeof compileScreen>[1], 'forms'>,
): Generator<void, ReadonlyMap<string, ScreenModel>> {
  const screens = new Map<string, ScreenModel>();
  const forms = formsByName(sources.screen);
  const withSteps = placeSteps(sources, around.routes);
  for (const source of sources.screen.map(withSteps)) {
    const twin = screens.get(source.json.id);
    if (twin)
      around.compiler.error(
        { file: source.file, path: '/id' },
        `Screen ${source.json.id} is declared already in ${twin.file}.`,
        { code: 'screen-exists', params: { screen: source.json.id } },
      );
    else screens.set(source.json.id, compileScreen(source, { ...around, forms }));
    yield;
  }
  return screens;
}
