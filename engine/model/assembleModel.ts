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
import { compileBehaviour, compileFields, ownedBy } from './compileEntity.ts';
import { compileFeatures, compileLookups, compileRoles } from './compileLists.ts';
import { CompileMemory, type CompileScope } from './compileMemory.ts';
import { compileMessages } from './compileMessages.ts';
import { rowPolicies } from './compilePolicy.ts';
import type { compileQueries } from './compileQueries.ts';
import type { compileRowAccess } from './compileRowAccess.ts';
import type { Compiler, Parse } from './compiler.ts';
import { compileMenu, compileScreen, formsByName } from './compileScreen.ts';
import type { EntityBehaviour, EntityDraft } from './entityDraft.ts';
import { withLate } from './late.ts';
import { conditionsOf, withConditions } from './namedConditions.ts';
import { placeSteps } from './placeSteps.ts';
import { type Source, type Sources, sortSources } from './sources.ts';
import type { TypeSources } from './typeScope.ts';
import { withParts } from './withParts.ts';

type Options = {
  /** Expression text → syntax tree: jsonata's parser on the server, parsed trees in the browser. */
  readonly parse: Parse;
  /** Results of earlier compilations; none by default. */
  readonly memory?: CompileMemory;
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
  readonly scope: CompileScope;
};

/** Compiles in small steps, so that callers can respond to input in between; no result until the end. */
export function* assembleModel(set: DeclarationSet, options: Options): Parts<Assembled> {
  const { parse, memory = new CompileMemory(), isLate = false, onServer } = options;
  const misplaced: Finding[] = [];
  const sources = sortSources(withParts(set), misplaced);
  const conditions = conditionsOf(sources);
  const common = [...sources.defaults, ...sources.lookup, JSON.stringify([...conditions])];
  const scope = memory.scope(common, withConditions(parse, conditions), sources);
  const { compiler, titles, types } = scope;
  compiler.findings.push(...misplaced);
  const settings = settingsOf(sources, compiler);
  const lookups = yield* scope.lookups(() => compileLookups(sources, compiler, titles));
  const around = { sources, scope, lookups, settings, isLate, onServer };
  const drafts = yield* compileDrafts(around);
  if (!scope.hasSameFlags) {
    memory.drop(scope);
    return yield* assembleModel(set, options);
  }
  const entities = yield* compileEntities(drafts, around);
  const seen = isLate ? { entities, lookups } : types;
  const routes = yield* compileRoutes(seen, around);
  scope.routes.content = routes;
  const features = compileFeatures(sources, compiler, titles);
  const roles = compileRoles(sources, features, compiler, titles);
  const screens = yield* compileScreens(seen, around);
  const queries = onServer?.queries(sources, { types: { entities, lookups }, compiler, titles }) ?? new Map();
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
  return { draft, sources, scope };
}

type Around = {
  readonly sources: Sources;
  readonly scope: CompileScope;
  readonly lookups: ReadonlyMap<string, LookupModel>;
  readonly settings: Settings;
  readonly isLate: boolean;
  readonly onServer: Options['onServer'];
};

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

/** The fields of all entities. */
function* compileDrafts({
  sources,
  scope,
  lookups,
  settings,
}: Around): Parts<ReadonlyMap<string, EntityDraft>> {
  const { compiler, titles } = scope;
  const systemFields = (sources.defaults[0]?.json.systemFields ?? {}) as Record<string, Field | undefined>;
  const drafts = new Map<string, EntityDraft>();
  const around = { sources: scope.sources, systemFields, lookups, settings, compiler, titles };
  for (const source of sources.entity) {
    const twin = drafts.get(source.json.$id);
    if (twin)
      compiler.error(
        { file: source.file, path: '/$id' },
        `${source.json.$id} is declared already in ${twin.file}. Give one of them another $id.`,
        { code: 'entity-exists', params: { entity: source.json.$id } },
      );
    else
      drafts.set(
        source.json.$id,
        yield* scope.unit(`fields ${source.json.$id}`, [source], () =>
          inOnePart(() => compileFields({ ...around, source })),
        ),
      );
    yield;
  }
  return drafts;
}

function* compileEntities(
  drafts: ReadonlyMap<string, EntityDraft>,
  { sources, scope, lookups, settings, isLate, onServer }: Around,
): Parts<ReadonlyMap<string, EntityModel>> {
  const { compiler, types } = scope;
  const owned = ownedBy(drafts);
  const around = { sources: scope.sources, compiler, settings, rowAccess: onServer?.rowAccess };
  if (isLate) return lateEntities(owned, { ...around, drafts, lookups });
  scope.drafts.content = drafts;
  // Behaviour may read the fields of other entities, but never their behaviour.
  scope.entities.content = asModels(drafts);
  const entities = new Map<string, EntityModel>();
  const behaviours = new Map<string, EntityBehaviour>();
  for (const draft of drafts.values()) {
    const owns = owned.get(draft.id) ?? [];
    const work = () => compileBehaviour(draft, { ...around, drafts: scope.drafts, owns, types });
    const behaviour = yield* scope.unit(`behaviour ${draft.id}`, [draft, ...owns], work);
    behaviours.set(draft.id, behaviour);
    entities.set(draft.id, { ...factsOf(draft), ...behaviour });
    yield;
  }
  for (const draft of drafts.values()) {
    const own = entities.get(draft.id) as EntityModel;
    const policies: unknown[] = [];
    const rows = rowsOf(own, (id) => {
      const policy = entities.get(id)?.policy;
      policies.push(policy);
      return policy;
    });
    const inputs = [draft, behaviours.get(draft.id), ...policies];
    const work = () => (rows ? { ...own, policy: { ...own.policy, rows } } : own);
    const whole = yield* scope.unit(`entity ${draft.id}`, inputs, () => inOnePart(work));
    entities.set(draft.id, whole);
  }
  scope.entities.content = entities;
  return entities;
}

/** Entities whose behaviour is compiled on first use. */
function lateEntities(
  owned: ReadonlyMap<string, readonly string[]>,
  { lookups, drafts, ...around }: Omit<Behaving, 'types' | 'owns'> & Pick<TypeSources, 'lookups'>,
): ReadonlyMap<string, EntityModel> {
  // Expressions see the fields of other entities but never their behaviour.
  const types = { entities: asModels(drafts), lookups };
  const entities = new Map<string, EntityModel>();
  for (const draft of drafts.values()) {
    const facts = factsOf(draft);
    const owns = owned.get(draft.id) ?? [];
    const work = () => {
      const behaviour = wholly(compileBehaviour(draft, { ...around, drafts, owns, types }));
      const { policy } = behaviour;
      const rows = rowsOf({ ...facts, ...behaviour }, (id) => entities.get(id)?.policy);
      return { ...behaviour, policy: rows ? { ...policy, rows } : policy };
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

/** The policies of records that are rows of this entity, if any. */
function rowsOf(
  { fields }: EntityModel,
  policyOf: (entity: string) => EntityModel['policy'] | undefined,
): EntityModel['policy']['rows'] | undefined {
  const rows = rowPolicies(fields, policyOf);
  return rows && Object.keys(rows).length > 0 ? rows : undefined;
}

function* compileRoutes(
  types: TypeSources,
  { sources, scope, isLate }: Around,
): Parts<readonly RouteModel[]> {
  const routes: RouteModel[] = [];
  const withButtons = buttonRoutes(sources);
  for (const declared of sources.api) {
    const source = withButtons(declared);
    const inputs = [declared, added(declared, source)];
    const work = () => compileApi(source, { types, compiler: scope.compiler, isLate });
    routes.push(...(yield* scope.unit(`api ${source.file}`, inputs, () => inOnePart(work))));
    yield;
  }
  return routes;
}

/** What the engine adds to a declaration. */
const added = (declared: Source<unknown>, source: Source<unknown>): string =>
  source === declared ? '' : JSON.stringify(source.json);

// biome-ignore lint/correctness/useYield: the work is short
function* inOnePart<Result>(work: () => Result): Parts<Result> {
  return work();
}

function* compileScreens(
  types: TypeSources,
  { sources, scope, settings, isLate }: Around,
): Parts<ReadonlyMap<string, ScreenModel>> {
  const { compiler, routes, forms } = scope;
  const screens = new Map<string, ScreenModel>();
  forms.content = formsByName(sources.screen);
  const withSteps = placeSteps(sources, routes.content);
  const around = { types, compiler, settings, routes, forms, isLate };
  for (const declared of sources.screen) {
    const source = withSteps(declared);
    const { id } = source.json;
    const twin = screens.get(id);
    if (twin)
      compiler.error(
        { file: source.file, path: '/id' },
        `Screen ${id} is declared already in ${twin.file}.`,
        { code: 'screen-exists', params: { screen: id } },
      );
    else {
      const inputs = [declared, added(declared, source)];
      const work = () => compileScreen(source, around);
      screens.set(id, yield* scope.unit(`screen ${id}`, inputs, () => inOnePart(work)));
    }
    yield;
  }
  return screens;
}
