// Finds the tests affected by a change, for `npm test -- quick`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Folders of projects whose tests need no browser. */
const projects = ['contracts', 'architecture', 'declarations', 'api', 'requirements'];

/** Run for any change of the application: all declared examples, through the form and over HTTP. */
const always = ['tests/declarations/cases.test.ts', 'tests/api/cases.test.ts'];

/**
 * The tests affected by files that differ from the main branch, by project: changed tests, tests that import
 * or name a changed file, and the declared examples if the application changed.
 * @param {string[]} [changed] paths from the root of the repository
 * @returns {Map<string, string[]>}
 */
export function touchedTests(changed = changedFiles()) {
  const isOfApplication = changed.some((file) =>
    /^((engine|extensions|server|base|schemas|screens)\/|application\.json$)/.test(file),
  );
  const stems = changed.filter((file) => /\.(m?js|tsx?|json)$/.test(file)).map(stemOf);
  const found = projects.flatMap((project) => {
    const files = testsIn(`tests/${project}`).filter(
      (file) =>
        changed.includes(file) ||
        (isOfApplication && always.includes(file)) ||
        mentions(readFileSync(path.join(root, file), 'utf8'), stems),
    );
    return files.length > 0 ? [[project, files]] : [];
  });
  return new Map(found);
}

/** Files changed since the branch left main, including uncommitted and untracked ones. */
export function changedFiles() {
  const base = git(['merge-base', 'HEAD', 'origin/main']) || git(['merge-base', 'HEAD', 'main']) || 'HEAD';
  const lines = [
    git(['diff', '--name-only', base.trim()]),
    git(['ls-files', '--others', '--exclude-standard']),
  ];
  return [...new Set(lines.join('\n').split('\n').filter(Boolean))];
}

/** How imports name a file: `server/http/listen.ts` → `http/listen.`, with its folder, as names repeat. */
function stemOf(file) {
  const parts = file.replace(/\.[^.]+$/, '').split('/');
  return `${parts.slice(-2).join('/')}.`;
}

function mentions(source, stems) {
  return stems.some((stem) => source.includes(`/${stem}`) || source.includes(`'${stem}`));
}

function testsIn(folder) {
  const place = path.join(root, folder);
  if (!existsSync(place)) return [];
  return readdirSync(place, { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
    .filter((name) => name.endsWith('.test.ts'));
}

function git(args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout : '';
}
