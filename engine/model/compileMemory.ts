/** What one compilation leaves to the next: results of units whose inputs and surroundings stay the same. */

import type { FormBlock } from '../declaration/types.generated.ts';
import type { Parts } from '../parts.ts';
import type { DeclarationSet, EntityModel, Finding, LookupModel, Usage } from '../types/modelTypes.ts';
import type { RouteModel } from '../types/routeTypes.ts';
import { type Compiler, createCompiler, type Noted, type Parse } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';
import type { Sources } from './sources.ts';
import type { TypeSources } from './typeScope.ts';
import { isSame, Reads, type Watch, Watched, WatchedMap } from './watched.ts';

/** Drafts of several people alternate, and so do a draft and the release in force. */
const [mostScopes, mostVariants] = [3, 3];

/** Of what is declared no more; then everything is forgotten. */
const mostAbandoned = 100;

/** What a unit tells besides its result. */
type Told = {
  readonly findings: readonly Finding[];
  readonly usage: readonly Usage[];
  readonly noted: readonly Noted[];
  readonly flagged: readonly string[];
  readonly titles: readonly (readonly [string, string])[];
};

type Judged = Pick<Told, 'findings' | 'usage'> & {
  readonly people: readonly unknown[];
  readonly reads: Reads;
};

/** A part compiled on its own: the fields of an entity, its behaviour, an api.json, a screen. */
export type Unit = {
  readonly inputs: readonly unknown[];
  readonly reads: Reads;
  readonly result: unknown;
  readonly told: Told;
  /** The types of its expressions, once checked. */
  judged?: Judged;
};

class Titles extends Map<string, string> {
  readonly log: (readonly [string, string])[] = [];

  override set(key: string, text: string): this {
    this.log.push([key, text]);
    return super.set(key, text);
  }

  restart(): void {
    this.clear();
    this.log.length = 0;
  }
}

/** Compilations that agree on lookups, settings, conditions and flags, on which everything depends. */
export class CompileScope {
  readonly #watch: Watch = {};
  readonly #units = new Map<string, readonly Unit[]>();
  readonly titles = new Titles();
  readonly compiler: Compiler;
  readonly drafts = new WatchedMap<EntityDraft>(this.#watch);
  readonly entities = new WatchedMap<EntityModel>(this.#watch);
  readonly forms = new WatchedMap<FormBlock>(this.#watch);
  readonly sources: Watched<Sources>;
  readonly routes: Watched<readonly RouteModel[]>;
  #lookups: ReadonlyMap<string, LookupModel> = new Map();
  /** What expressions and screens may read; closures over it see the entities of the last compilation. */
  readonly types: TypeSources;
  /** Those of this compilation, in order. */
  units: Unit[] = [];
  #flags: string | undefined;

  constructor(parse: Parse, sources: Sources) {
    this.compiler = createCompiler(parse);
    this.sources = new Watched(this.#watch, sources);
    this.routes = new Watched<readonly RouteModel[]>(this.#watch, []);
    const lookups = () => this.#lookups;
    this.types = {
      entities: this.entities,
      get lookups() {
        return lookups();
      },
    };
  }

  begin(parse: Parse, sources: Sources): void {
    this.compiler.begin(parse);
    this.titles.restart();
    this.sources.content = sources;
    if (this.#units.size > mostAbandoned + 2 * this.units.length) this.#units.clear();
    this.units = [];
  }

  /** Lookups are the same in every compilation of a scope. */
  *lookups(work: () => ReadonlyMap<string, LookupModel>): Parts<ReadonlyMap<string, LookupModel>> {
    // biome-ignore lint/correctness/useYield: the work is short
    this.#lookups = yield* this.unit('lookups', [], function* () {
      return work();
    });
    return this.#lookups;
  }

  /** Whether the fields still name the same lookups of flags, whose bits all expressions share. */
  get hasSameFlags(): boolean {
    const flags = this.compiler.flagged.join(' ');
    this.#flags ??= flags;
    return this.#flags === flags;
  }

  /** The result of a unit: that of an earlier compilation if all it read is the same. */
  *unit<Result>(key: string, inputs: readonly unknown[], work: () => Parts<Result>): Parts<Result> {
    const variants = this.#units.get(key) ?? [];
    const known = variants.find((one) => isSame(one.inputs, inputs) && one.reads.holds);
    if (known) this.#repeat(known.told);
    const unit = known ?? (yield* this.#compiled(inputs, work));
    this.units.push(unit);
    this.#units.set(key, [unit, ...variants.filter((one) => one !== unit)].slice(0, mostVariants));
    return unit.result as Result;
  }

  /** The findings and uses of a unit's expressions: those of an earlier check if their types are the same. */
  *judge(unit: Unit, people: readonly unknown[], work: () => Parts<void>): Parts<void> {
    const { judged } = unit;
    if (judged && isSame(judged.people, people) && judged.reads.holds) {
      this.#repeat({ ...judged, noted: [], flagged: [], titles: [] });
      return;
    }
    const { reads, told } = yield* this.#compiled([], work);
    unit.judged = { people, reads, findings: told.findings, usage: told.usage };
  }

  *#compiled<Result>(inputs: readonly unknown[], work: () => Parts<Result>): Parts<Unit> {
    const { findings, usage, noted, flagged } = this.compiler;
    const from = [
      findings.length,
      usage.length,
      noted.length,
      flagged.length,
      this.titles.log.length,
    ] as const;
    const reads = new Reads();
    this.#watch.reads = reads;
    try {
      const result = yield* work();
      const told = {
        findings: findings.slice(from[0]),
        usage: usage.slice(from[1]),
        noted: noted.slice(from[2]),
        flagged: flagged.slice(from[3]),
        titles: this.titles.log.slice(from[4]),
      };
      return { inputs, reads, result, told };
    } finally {
      this.#watch.reads = undefined;
    }
  }

  #repeat({ titles, ...told }: Told): void {
    this.compiler.repeat(told);
    for (const [key, text] of titles) this.titles.set(key, text);
  }
}

/** Kept between compilations of drafts of one application; used by one compilation at a time. */
export class CompileMemory {
  #scopes: { readonly key: readonly unknown[]; readonly scope: CompileScope }[] = [];
  readonly #files = new Map<string, readonly object[]>();
  readonly #texts = new WeakMap<object, string>();
  #isBusy = false;

  /** Runs a compilation with this memory; one that comes meanwhile gets a memory of its own. */
  *using<Result>(work: (memory: CompileMemory) => Parts<Result>): Parts<Result> {
    if (this.#isBusy) return yield* work(new CompileMemory());
    this.#isBusy = true;
    try {
      return yield* work(this);
    } finally {
      this.#isBusy = false;
    }
  }

  /** Equal declarations become the same object. */
  known({ files }: DeclarationSet): DeclarationSet {
    if (this.#files.size > mostAbandoned + 2 * files.length) this.#files.clear();
    return {
      files: files.map((entry) => {
        const { file, json } = entry;
        return typeof json === 'object' && json !== null ? { file, json: this.#twinOf(file, json) } : entry;
      }),
    };
  }

  scope(key: readonly unknown[], parse: Parse, sources: Sources): CompileScope {
    const found = this.#scopes.find((one) => isSame(one.key, key));
    if (found) found.scope.begin(parse, sources);
    const entry = found ?? { key, scope: new CompileScope(parse, sources) };
    this.#scopes = [entry, ...this.#scopes.filter((one) => one !== entry)].slice(0, mostScopes);
    return entry.scope;
  }

  /** Drops a scope that does not fit after all. */
  drop(scope: CompileScope): void {
    this.#scopes = this.#scopes.filter((one) => one.scope !== scope);
  }

  #twinOf(file: string, json: object): object {
    const known = this.#files.get(file) ?? [];
    const twin =
      known.find((one) => one === json) ??
      (known.length > 0 ? known.find((one) => this.#textOf(one) === this.#textOf(json)) : undefined) ??
      json;
    this.#files.set(file, [twin, ...known.filter((one) => one !== twin)].slice(0, mostVariants + 1));
    return twin;
  }

  #textOf(json: object): string {
    const text = this.#texts.get(json) ?? JSON.stringify(json);
    this.#texts.set(json, text);
    return text;
  }
}
