/** The types other parts of the engine need from expressions, in one place. */

export type { Compiled, Read, Scope } from './compileTree.ts';
export type { FilterTree } from './compileWhere.ts';
export type { Problem, Tree } from './tree.ts';
