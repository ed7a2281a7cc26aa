/** The expression types used by other parts of the engine. */

export type { Compiled, Read, Scope } from './compileTree.ts';
export type { FilterTree } from './compileWhere.ts';
export type { Problem, Tree } from './tree.ts';
