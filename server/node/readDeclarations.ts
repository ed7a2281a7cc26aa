import { access, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type DeclarationFile, type DeclarationSet, type Finding, joinBlocks } from '#engine';

type ReadDeclarations = { readonly set: DeclarationSet; readonly findings: readonly Finding[] };

/**
 * Reads what every application stands on (`base/`) and an application: `schemas/`, `screens/` and `widgets/` in its folder
 * below the root. A screen written in several files comes as one. A file that is no JSON is a finding.
 */
export async function readDeclarations(root: string, application = '.'): Promise<ReadDeclarations> {
  const files: DeclarationFile[] = [];
  const findings: Finding[] = [];
  const extensions = await extensionFolders(root, application);
  const folders = ['base', ...extensions, application].flatMap((of) =>
    ['schemas', 'screens', 'widgets'].map((folder) => join(of, folder)),
  );
  const paths = (await Promise.all(folders.map((folder) => jsonFiles(root, folder)))).flat();
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  paths.forEach((file, index) => {
    try {
      files.push({ file, json: JSON.parse(texts[index] as string) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      findings.push({
        severity: 'error',
        file,
        path: '',
        message: `This is not JSON: ${reason}. Mend it there.`,
      });
    }
  });
  return { set: { files: joinBlocks(files) }, findings };
}

/** Folders of the extensions an application names: its own, or those of the repository. */
async function extensionFolders(root: string, application: string): Promise<readonly string[]> {
  const file = join(root, application, 'application.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const { extensions = [] } = JSON.parse(text) as { readonly extensions?: readonly string[] };
  return Promise.all(
    extensions.map(async (id) => {
      const own = join(application, 'extensions', id);
      const isOwn = await access(join(root, own)).then(
        () => true,
        () => false,
      );
      return isOwn ? own : join('extensions', id);
    }),
  );
}

async function jsonFiles(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    noSuchFolder,
  );
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/** An application may have no screens, and declarations in one folder no base. */
function noSuchFolder(error: NodeJS.ErrnoException): readonly [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
