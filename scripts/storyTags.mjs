// The tags of stories: a story says with them which rows of the ledger it proves, and keeps a title people can read.
import { existsSync, readFileSync } from 'node:fs';
import { loadCsf } from 'storybook/internal/csf-tools';

const known = new Map();

/**
 * The tags of a story that ran as a test.
 * @param {string} file where it stands
 * @param {string} title what the test is called: the story's name
 * @returns {readonly string[]} none for any other test
 */
export function tagsOf(file, title) {
  if (!/\.stories\.tsx?$/.test(file)) return [];
  if (!known.has(file))
    known.set(file, existsSync(file) ? tagsIn(readFileSync(file, 'utf8'), file) : new Map());
  return known.get(file).get(title) ?? [];
}

/**
 * The tags of every story of a file by the story's name, read as Storybook itself reads them.
 * @param {string} text
 * @param {string} [fileName]
 * @returns {Map<string, readonly string[]>}
 */
export function tagsIn(text, fileName = 'stories.tsx') {
  const { meta, stories } = loadCsf(text, { fileName, makeTitle: (title) => title ?? fileName }).parse();
  return new Map(stories.map(({ name, tags = [] }) => [name, [...(meta.tags ?? []), ...tags]]));
}
