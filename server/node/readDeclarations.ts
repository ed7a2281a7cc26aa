import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DeclarationFile, type DeclarationSet, type Finding, joinBlocks } from '#engine';
import { readApplication } from './readApplication.ts';

type ReadDeclarations = { readonly set: DeclarationSet; readonly findings: readonly Finding[] };

/**
 * Reads the base (`base/`), the extensions of an application, and the application: `schemas/`, `screens/` and
 * `widgets/` in each folder. Merges a screen written in several files. A file that is not JSON is a finding.
 */
export async function readDeclarations(root: string, application = '.'): Promise<ReadDeclarations> {
  const { folder, extensions, nameOf, findings } = await readApplication(root, application);
  const files: DeclarationFile[] = [];
  const broken: Finding[] = [];
  const folders = [join(root, 'base'), ...extensions.map((extension) => extension.folder), folder].flatMap(
    (of) => ['schemas', 'screens', 'widgets'].map((part) => join(of, part)),
  );
  const paths = (await Promise.all(folders.map(jsonFiles))).flat();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  paths.forEach((path, index) => {
    const file = nameOf(path);
    try {
      files.push({ file, json: JSON.parse(texts[index] as string) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      broken.push({
        severity: 'error',
        file,
        path: '',
        message: `This is not JSON: ${reason}. Correct it there.`,
      });
    }
  });
  return { set: { files: joinBlocks(files) }, findings: [...findings, ...broken] };
}

async function jsonFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(noSuchFolder);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** An application may have no screens, and declarations in a single folder no base. */
function noSuchFolder(error: NodeJS.ErrnoException): readonly [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
