/** Declarations → the frozen Model, in a few named steps. */
import type { Field } from '../declaration/types.generated.ts';
import { compileApi } from './compileApi.ts';
import { compileBehaviour, compileFields } from './compileEntity.ts';
import { compileFeatures, compileLookups, compileMessages, compileRoles } from './compileLists.ts';
import { rowPolicies } from './compilePolicy.ts';
import { type Compiler, createCompiler, type Parse } from './compiler.ts';
import { compileMenu, compileScreen, formsByName } from './compileScreen.ts';
import type { EntityDraft } from './entityDraft.ts';
import { freezeModel, versionOf } from './freeze.ts';
import { conditionsOf, withConditions } from './namedConditions.ts';
import { reviewModel } from './reviewModel.ts';
import type { RouteModel } from './routeTypes.ts';
import { type Sources, sortSources } from './sources.ts';
import type { TypeSources } from './typeScope.ts';
import type {
  DeclarationSet,
  EntityModel,
  FilterModel,
  Finding,
  GridBlock,
  LookupModel,
  Model,
  ScreenModel,
  Settings,
} from './types.ts';
import { withParts } from './withParts.ts';

/** What compiling gives; with an error among the findings the model must not be run. */
export type Compilation = {
  readonly model: Model;
  readonly findings: readonly Finding[];
  readonly trees: Compiler['trees'];
};

export type CompileOptions = {
  /** Text of an expression → its tree: jsonata's parser on the server, a table of parsed trees in the browser. */
  readonly parse: Parse;
  /** Also check types, names, messages and cycles. Default true; the browser trusts the server's check. */
  readonly review?: boolean;
};

/** Compiles declarations into a model and says what is wrong with them. */
export function compileModel(set: DeclarationSet, options: CompileOptions): Compilation {
  const steps = compileSteps(set, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in small steps, for who must answer a key press in between; nothing of it shows before the last one. */
export function* compileSteps(
  set: DeclarationSet,
  { parse, review = true }: CompileOptions,
): Generator<void, Compilation> {
  const misplaced: Finding[] = [];
  const sources = sortSources(withParts(set), misplaced);
  const compiler = createCompiler(withConditions(parse, conditionsOf(sources)));
  compiler.findings.push(...misplaced);
  const settings = settingsOf(sources, compiler);
  const titles = new Map<string, string>();
  const lookups = compileLookups(sources, compiler, titles);
  const entities = yield* compileEntities(sources, { lookups, settings, compiler, titles });
  const types = { entities, lookups };
  const routes: RouteModel[] = [];
  for (const source of sources.api) {
    routes.push(...compileApi(source, types, compiler));
    yield;
  }
  const features = compileFeatures(sources, compiler, titles);
  const roles = compileRoles(sources, features, compiler, titles);
  const screens = yield* compileScreens(sources, types, compiler, settings);
  const messages = compileMessages(sources, titles, compiler);
  yield;
  const menu = compileMenu(screens.values());
  const draft = {
    entities,
    lookups,
    screens,
    menu,
    routes,
    features,
    roles,
    messages,
    settings,
    usage: compiler.usage,
  };
  const version = versionOf(set);
  yield;
  const model = yield* freezeModel({ version, ...draft });
  if (review) yield* reviewModel(model, sources, compiler);
  return { model, findings: compiler.findings, trees: compiler.trees };
}

const silentSettings: Settings = {
  pageSize: 10,
  maximumPageSize: 1000,
  textFilterMinimumLength: 3,
  bodyLimitBytes: 1_048_576,
  fileLimitBytes: 10_485_760,
  fileTypes: ['application/pdf', 'image/png', 'image/jpeg'],
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
  },
): Generator<void, ReadonlyMap<string, EntityModel>> {
  const { lookups, compiler } = around;
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
  const entities = new Map<string, EntityModel>(
    drafts as ReadonlyMap<string, unknown> as ReadonlyMap<string, EntityModel>,
  );
  const types = { entities, lookups };
  for (const draft of drafts.values()) {
    entities.set(draft.id, yield* compileBehaviour(draft, { drafts, sources, types, compiler }));
    yield;
  }
  for (const [id, entity] of entities) {
    const rows = rowPolicies(entity.fields, (other) => entities.get(other)?.policy);
    if (Object.keys(rows).length > 0) entities.set(id, { ...entity, policy: { ...entity.policy, rows } });
  }
  return entities;
}

function* compileScreens(
  sources: Sources,
  types: TypeSources,
  compiler: Compiler,
  settings: Settings,
): Generator<void, ReadonlyMap<string, ScreenModel>> {
  const screens = new Map<string, ScreenModel>();
  const forms = formsByName(sources.screen);
  for (const source of sources.screen) {
    const twin = screens.get(source.json.id);
    if (twin)
      compiler.error(
        { file: source.file, path: '/id' },
        `Screen ${source.json.id} is declared already in ${twin.file}.`,
        { code: 'screen-exists', params: { screen: source.json.id } },
      );
    else
      screens.set(source.json.id, withSettings(compileScreen(source, { types, forms, compiler }), settings));
    yield;
  }
  return screens;
}

/** Puts the settings where a grid is silent. */
function withSettings(screen: ScreenModel, settings: Settings): ScreenModel {
  const blocks = screen.blocks.map((block) =>
    block.kind === 'grid' ? gridWithSettings(block, settings) : block,
  );
  return { ...screen, blocks };
}

function gridWithSettings(block: GridBlock, settings: Settings): GridBlock {
  const silent = (filter: FilterModel) =>
    filter.minimumLength < 0 ? { ...filter, minimumLength: settings.textFilterMinimumLength } : filter;
  return {
    ...block,
    pageSize: block.pageSize < 0 ? settings.pageSize : block.pageSize,
    filters: block.filters.map(silent),
  };
}
