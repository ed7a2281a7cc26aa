import {
  type Compilation,
  compileModel,
  type DeclarationSet,
  type Finding,
  parseExpression,
  writtenAt,
} from '#engine';
import { checkActions } from '../actions/index.ts';
import { readDeclarations } from './readDeclarations.ts';
import { StartError } from './StartError.ts';

export type Loaded = { readonly set: DeclarationSet; readonly compilation: Compilation };

/** Reads and compiles the declarations under a root; with a mistake in them nothing starts. */
export async function loadModel(
  { root, application }: { readonly root: string; readonly application?: string },
  print: (line: string) => void,
): Promise<Loaded> {
  const { set, findings } = await readDeclarations(root, application);
  const compilation = compileModel(set, { parse: parseExpression });
  const all = [...findings, ...compilation.findings, ...checkActions(compilation.model)];
  const errors = all.filter(({ severity }) => severity === 'error');
  for (const finding of errors) print(sentence(writtenAt(set.files, finding)));
  if (errors.length === 0) return { set, compilation };
  throw new StartError(`The declarations have ${errors.length} mistake(s); mend them and start again.`);
}

const sentence = ({ severity, file, path, message }: Finding): string =>
  `${severity}: ${file}${path && `#${path}`}: ${message}`;
