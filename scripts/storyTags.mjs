// Tags of stories, by which a story names the ledger rows it proves and keeps a readable title.
import { existsSync, readFileSync } from 'node:fs';
import { loadCsf } from 'storybook/internal/csf-tools';

const known = new Map();

/**
 * The tags of a story that ran as a test.
 * @param {string} file the story file
 * @param {string} title the test title, which is the story name
 * @returns {readonly string[]} empty for other tests
 */
export function tagsOf(file, title) {
  if (!/\.stories\.tsx?$/.test(file)) return [];
  if (!known.has(file))
    known.set(file, existsSync(file) ? tagsIn(readFileSync(file, 'utf8'), file) : new Map());
  return known.get(file).get(title) ?? [];
}

/**
 * The tags of all stories in a file by story name, parsed like in Storybook.
 * @param {string} text
 * @param {string} [fileName]
 * @returns {Map<string, readonly string[]>}
 */
export function tagsIn(text, fileName = 'stories.tsx') {
  const { meta, stories } = loadCsf(text, { fileName, makeTitle: (title) => title ?? fileName }).parse();
  return new Map(stories.map(({ name, tags = [] }) => [name, [...(meta.tags ?? []), ...tags]]));
}
