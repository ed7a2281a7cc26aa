import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Every declaration file as `{ file, json }`; a file that is not JSON comes as `{ file, problem }`. */
export function readDeclarations(folders = foldersOf(process.env.APP)) {
  return folders.flatMap((folder) => filesIn(path.join(root, folder))).map(read);
}

/** What every application stands on, and the application: the one in this folder, or another (`examples/lending`). */
export function foldersOf(application) {
  return ['base', ...(application ? [application] : ['schemas', 'screens'])];
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

function read(place) {
  const file = path.relative(root, place).split(path.sep).join('/');
  try {
    return { file, json: JSON.parse(readFileSync(place, 'utf8')) };
  } catch (error) {
    return { file, problem: `Not JSON: ${error.message}. Mend the file; an editor marks the place.` };
  }
}
