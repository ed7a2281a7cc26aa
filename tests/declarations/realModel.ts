import { type Compilation, checkDeclarations, type DeclarationSet, type Finding, type Model } from '#engine';
import { readDeclarations } from '../../scripts/readDeclarations.mjs';
import { parseOnce } from '../support/parseOnce.ts';

type Entry = DeclarationSet['files'][number] & { readonly problem?: string };
type Real = {
  readonly set: DeclarationSet;
  readonly findings: readonly Finding[];
  readonly compilation?: Compilation;
};

let read: Real | undefined;

/** The declarations this repository ships, checked and compiled once for all tests of a file. */
export function realDeclarations(): Real {
  read ??= check();
  return read;
}

/** The compiled model; fails with the findings when there is none. */
export function realModel(): Model {
  const { compilation, findings } = realDeclarations();
  if (!compilation)
    throw new Error(findings.map(({ file, path, message }) => `${file}#${path} ${message}`).join('\n'));
  return compilation.model;
}

function check(): Real {
  const entries = readDeclarations() as readonly Entry[];
  const broken = entries.filter(({ problem }) => problem);
  if (broken.length > 0) throw new Error(broken.map(({ file, problem }) => `${file}: ${problem}`).join('\n'));
  const set = { files: entries.map(({ file, json }) => ({ file, json })) };
  return { set, ...checkDeclarations(set, { parse: parseOnce }) };
}
