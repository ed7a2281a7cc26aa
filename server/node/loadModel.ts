import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Compilation,
  compileModel,
  type DeclarationSet,
  type Finding,
  parseExpression,
  writtenAt,
} from '#engine';
import { StartError } from '../errors/StartError.ts';
import { checkActions } from '../extensions/checkActions.ts';
import type { Registry } from '../extensions/compileExtensions.ts';
import { readDeclarations } from './readDeclarations.ts';
import { sayWhere } from './sayWhere.ts';

type LoadOptions = {
  readonly root: string;
  readonly application?: string;
  readonly extensions: Registry;
};

export type Loaded = { readonly set: DeclarationSet; readonly compilation: Compilation };

/**
 * Reads and compiles the declarations under a root; throws if they contain a mistake. Declarations this build
 * has already reviewed without findings, unchanged, are not reviewed again: that takes a fifth of a start.
 */
export async function loadModel(
  { root, application, extensions }: LoadOptions,
  print: (line: string) => void,
): Promise<Loaded> {
  const { set, findings } = await readDeclarations(root, application);
  const seal = await sealOf(root, set);
  const isReviewed = seal !== undefined && (await textIn(sealFile(root))) === seal;
  const compilation = compileModel(set, { parse: parseExpression, review: !isReviewed });
  const unknown = await sayWhere(checkActions(compilation.model, extensions), { root, application });
  const all = [...findings, ...compilation.findings, ...unknown];
  const errors = all.filter(({ severity }) => severity === 'error');
  for (const finding of errors) print(sentence(writtenAt(set.files, finding)));
  if (errors.length > 0)
    throw new StartError(`The declarations have ${errors.length} error(s); correct them and start again.`);
  // If the folder is read-only, the next start reviews again.
  if (seal && !isReviewed) await writeFile(sealFile(root), seal).catch(() => undefined);
  return { set, compilation };
}

const sealFile = (root: string): string => join(root, 'dist', '.reviewed');

/** A digest of the build and everything it reads; undefined without a build. */
async function sealOf(root: string, { files }: DeclarationSet): Promise<string | undefined> {
  const build = await textIn(join(root, 'dist', '.built'));
  return build && createHash('sha256').update(build).update(JSON.stringify(files)).digest('hex');
}

const textIn = (file: string): Promise<string | undefined> => readFile(file, 'utf8').catch(() => undefined);

const sentence = ({ severity, file, path, message }: Finding): string =>
  `${severity}: ${file}${path && `#${path}`}: ${message}`;
