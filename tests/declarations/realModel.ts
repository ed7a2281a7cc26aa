import { type Compilation, checkDeclarations, type DeclarationSet, type Finding, type Model } from '#engine';
import { readDeclarations } from '../../server/node/readDeclarations.ts';
import { compiledOnce } from '../support/parseOnce.ts';

type Real = {
  readonly set: DeclarationSet;
  readonly findings: readonly Finding[];
  readonly compilation?: Compilation;
};

const { set, findings: broken } = await readDeclarations('.');
let read: Real | undefined;

/** The declarations this repository ships, checked and compiled once for all tests of a file. */
export function realDeclarations(): Real {
  read ??= check();
  return read;
}

/** The compiled model; fails with the findings if there is none. */
export function realModel(): Model {
  const { compilation, findings } = realDeclarations();
  if (!compilation)
    throw new Error(findings.map(({ file, path, message }) => `${file}#${path} ${message}`).join('\n'));
  return compilation.model;
}

function check(): Real {
  if (broken.length > 0) throw new Error(broken.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  return { set, ...checkDeclarations(set, compiledOnce) };
}
