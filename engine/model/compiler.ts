/** Shared by all compile steps: findings, expressions, where-used. */

import type { ExpressionType, TypeScope } from '../expression/checkTree.ts';
import { compileTree } from '../expression/compileTree.ts';
import { compileWhere } from '../expression/compileWhere.ts';
import type { FunctionTable } from '../expression/functionTypes.ts';
import type { Compiled, FilterTree, Problem, Read, Tree } from '../expression/types.ts';
import type { Access, Sort } from '../types/basicTypes.ts';
import type { Finding, Usage } from '../types/modelTypes.ts';
import { createDeclarationFunctions } from './hostFunctions.ts';

export type Parse = (
  text: string,
) => { readonly tree: Tree } | { readonly tree?: undefined; readonly problems: readonly Problem[] };

/** A code and parameters, to translate a finding. */
type Coded = Pick<Finding, 'code' | 'params'>;

/** A place in a declaration: file and JSON pointer. */
export type Place = { readonly file: string; readonly path: string };

/** A row condition that can be bound to a scope. */
export type Where = {
  readonly bind: (scope: { root: unknown; vars: Record<string, unknown> }) => FilterTree;
  readonly reads: readonly Read[];
  /** Dotted fields of the row that it compares. */
  readonly fields: readonly string[];
};

/** Returns the types an expression may read; called only after all entities are compiled. */
export type ScopeOf = () => TypeScope;

/** The required type of an expression; types of fields are known once all entities are compiled. */
export type Wants = ExpressionType['kind'] | (() => ExpressionType);

export type Noted = {
  readonly place: Place;
  readonly text: string;
  readonly tree: Tree;
  readonly scope: ScopeOf;
  readonly wants?: Wants;
  /** A condition on rows: with a list it compares any of its values. */
  readonly isFilter?: boolean;
};

export type Compiler = {
  readonly findings: Finding[];
  readonly usage: Usage[];
  readonly trees: Map<string, Tree>;
  /** Flag bits by the name of the lookup item. */
  readonly flags: Map<string, number>;
  /** The lookups of flags that fields name, in the order in which their bits are noted. */
  readonly flagged: string[];
  /** Item ids by lookup name. */
  readonly listed: Map<string, ReadonlySet<unknown>>;
  readonly error: (place: Place, message: string, coded?: Coded) => void;
  readonly warn: (place: Place, message: string, coded?: Coded) => void;
  readonly use: (of: string, place: Place) => void;
  readonly parse: Parse;
  /** Compiles an expression; after a mistake, which is a finding, the result always gives undefined. */
  readonly expression: (text: string, place: Place, scope: ScopeOf, wants?: Wants) => Compiled;
  readonly where: (text: string, place: Place, scope: ScopeOf) => Where | undefined;
  readonly access: (declared: string | readonly string[], place: Place) => Access;
  /** Every expression compiled so far, for later review. */
  readonly noted: readonly Noted[];
  readonly functions: FunctionTable;
  /** Starts another compilation with the same lookups and flags. */
  readonly begin: (parse: Parse) => void;
  /** Tells again what a part told that need not be compiled again. */
  readonly repeat: (told: Readonly<Record<'findings', readonly Finding[]>> & Repeated) => void;
};

type Repeated = {
  readonly usage: readonly Usage[];
  readonly noted: readonly Noted[];
  readonly flagged: readonly string[];
};

/** What one compilation collects. */
type Run = {
  readonly findings: Finding[];
  readonly usage: Usage[];
  readonly trees: Map<string, Tree>;
  readonly noted: Noted[];
  readonly flags: Map<string, number>;
  readonly flagged: string[];
  readonly parse: Parse;
};

const runOf = (parse: Parse, flags: Iterable<readonly [string, number]> = []): Run => ({
  ...{ findings: [], usage: [], trees: new Map(), noted: [], flagged: [] },
  flags: new Map(flags),
  parse,
});

/** Creates a compiler. */
export function createCompiler(parse: Parse): Compiler {
  let run = runOf(parse);
  const [flags, listed] = [run.flags, new Map<string, ReadonlySet<unknown>>()];
  const functions = createDeclarationFunctions(flags, listed);
  const reporter =
    (severity: Finding['severity']): Compiler['error'] =>
    ({ file, path }, message, coded) =>
      run.findings.push({ severity, file, path, message, ...coded });
  const [error, warn] = [reporter('error'), reporter('warning')];

  const use: Compiler['use'] = (of, place) => run.usage.push({ of, ...place });

  return {
    get findings() {
      return run.findings;
    },
    get usage() {
      return run.usage;
    },
    get trees() {
      return run.trees;
    },
    get flags() {
      return run.flags;
    },
    get flagged() {
      return run.flagged;
    },
    get noted() {
      return run.noted;
    },
    ...{ listed, error, warn, use, functions },
    ...expressionsOf(() => run, { error, functions }),
    parse: (text) => {
      const tree = run.trees.get(text);
      return tree ? { tree } : run.parse(text);
    },
    begin: (next) => {
      run = runOf(next, flags);
    },
    repeat: ({ findings, usage, noted, flagged }) => {
      run.flagged.push(...flagged);
      for (const one of findings) run.findings.push(one);
      for (const one of usage) run.usage.push(one);
      for (const one of noted) {
        run.noted.push(one);
        if (!run.trees.has(one.text)) run.trees.set(one.text, one.tree);
      }
    },
    access: (declared, place) => {
      const access = compileAccess(declared);
      if (access.kind === 'feature') for (const feature of access.anyOf) use(`feature:${feature}`, place);
      return access;
    },
  };
}

/** Parses and compiles expressions, and notes them for review. */
function expressionsOf(
  current: () => Run,
  { error, functions }: Pick<Compiler, 'error' | 'functions'>,
): Pick<Compiler, 'expression' | 'where'> {
  const report = problemReporter(error);
  const parsed = (text: string, place: Place): Tree | undefined => {
    const { trees, parse } = current();
    const known = trees.get(text);
    if (known) return known;
    const result = parse(text);
    if (result.tree) trees.set(text, result.tree);
    else report(result.problems, place, text);
    return result.tree;
  };
  return {
    expression: (text, place, scope, wants) => {
      const tree = parsed(text, place);
      if (!tree) return undecided(text);
      current().noted.push({ place, text, tree, scope, wants });
      return { ...compileTree(tree, { functions, text }), source: { tree, functions } };
    },
    where: (text, place, scope) => {
      const tree = parsed(text, place);
      if (!tree) return undefined;
      current().noted.push({ place, text, tree, scope, isFilter: true });
      const compiled = compileWhere(tree, { functions });
      if (!('problems' in compiled)) return { ...(compiled as Where), text };
      report(compiled.problems as readonly Problem[], place, text);
      return undefined;
    },
  };
}

function problemReporter(error: Compiler['error']) {
  return (problems: readonly Problem[], place: Place, text: string) => {
    for (const problem of problems)
      error(place, `${problem.message} In: ${text}`, codedProblem(problem, text));
  };
}

/** 'public', 'login', 'nobody', a feature or a list of features. */
function compileAccess(declared: string | readonly string[]): Access {
  if (declared === 'public' || declared === 'login') return { kind: declared };
  if (declared === 'nobody') return { kind: 'feature', anyOf: [] };
  return { kind: 'feature', anyOf: typeof declared === 'string' ? [declared] : [...declared] };
}

/** `-LaunchDate` → LaunchDate, descending. */
export function compileSort(sort: readonly string[] | undefined): readonly Sort[] {
  return (sort ?? []).map((entry) =>
    entry.startsWith('-') ? { path: entry.slice(1), direction: 'desc' } : { path: entry, direction: 'asc' },
  );
}

/** The code of an expression problem with the text it refers to. */
export function codedProblem({ code, at, length = 1, fix = '' }: Problem, text: string): Coded {
  return { code: 'expression', params: { reason: code, at: at + 1, part: text.slice(at, at + length), fix } };
}

function undecided(text: string): Compiled {
  return { text, evaluate: () => undefined, reads: [], calls: [] };
}
