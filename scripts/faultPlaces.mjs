// Locates the files of the faults in tests/faults/faults.json. Files move: a missing path or a bare file name
// stands for the only file of that name that contains the text. Tests are found likewise.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const left = new Set(['.git', '.results', 'data', 'dist', 'node_modules', 'storybook-static']);

/** The file to change, relative to `root`, or why there is none. */
export function placeOf(root, { file, find, replace }) {
  if (find === replace) return { problem: `${file}: nothing changes.` };
  const named = existsSync(path.join(root, file)) ? [file] : filesNamed(root, file);
  const counts = named.map((one) => readFileSync(path.join(root, one), 'utf8').split(find).length - 1);
  const holding = named.filter((_, at) => counts[at] > 0);
  if (holding.length === 1 && Math.max(...counts) === 1) return { file: holding[0] };
  const found = named.map((one, at) => `${one} ${counts[at]} times`).join(', ') || 'no such file';
  return { problem: `${file} must hold "${find}" exactly once (${found}).` };
}

/** The test file; undefined if none or several have that name. */
export function testOf(root, file) {
  if (existsSync(path.join(root, file))) return file;
  const named = filesNamed(root, file);
  // Unit tests stay beside code; tests in tests/ may have the same name.
  const fitting = named.filter((one) => one.startsWith('tests/') === file.startsWith('tests/'));
  return fitting.length === 1 ? fitting[0] : undefined;
}

const lists = new Map();

function filesNamed(root, file) {
  if (!lists.has(root)) lists.set(root, [...walk(root, '')]);
  const name = path.basename(file);
  return lists.get(root).filter((one) => path.basename(one) === name);
}

function* walk(root, folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    if (left.has(entry.name)) continue;
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(root, file);
    else yield file;
  }
}
