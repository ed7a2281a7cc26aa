// `npm run pictures`: takes pictures of every story of all states and every screen, in both themes, both
// languages and three widths, here and at another commit, and writes a page of the differences for review.
// `-- main Select` compares what has that word in its name with the commit `main`. It never fails on a
// difference.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { preview } from 'vite';
import { chromiumFlags, ensureChromium } from './chromium.mjs';
import { root } from './install.mjs';
import { findDifferences, pageOf } from './pictures/differences.mjs';
import { readReviews } from './pictures/reviews.mjs';
import { addressesOf } from './pictures/screens.mjs';
import { clock, takeScreens, takeStories } from './pictures/take.mjs';
import { serveApp } from './servedApp.mjs';

const [commit = 'HEAD', ...words] = process.argv.slice(2);
const work = mkdtempSync(path.join(tmpdir(), 'formwright-pictures-'));
const other = path.join(work, 'tree');
const result = path.join(root, '.results', 'pictures');

git('worktree', 'add', '--detach', other, commit);
symlinkSync(path.join(root, 'node_modules'), path.join(other, 'node_modules'));
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  rmSync(result, { recursive: true, force: true });
  await takeAll(other, path.join(result, 'before'));
  await takeAll(root, path.join(result, 'after'));
  const differences = findDifferences(result, commit);
  const reviews = readReviews(path.join(root, '.results', 'reviews'), differences.found);
  const page = path.join(result, 'index.html');
  writeFileSync(page, pageOf(differences, reviews, { canKeep: false }));
  console.log(`${differences.compared} pictures compared, ${differences.found.length} differ: ${page}`);
  console.log('To accept and comment: npm run pictures-review');
} finally {
  await browser.close();
  git('worktree', 'remove', '--force', other);
  rmSync(work, { recursive: true, force: true });
}

/** Builds a folder and takes its pictures. */
async function takeAll(folder, into) {
  mkdirSync(into, { recursive: true });
  const wanted = (name) =>
    words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  const screens = (await addressesOf(folder)).filter(({ name }) => wanted(name));
  if (screens.length > 0) {
    run(folder, 'scripts/build.mjs');
    const app = await serveApp(folder, { moment: clock });
    await takeScreens({ browser, origin: app.origin, screens, into }).finally(app.stop);
  }
  const built = path.join(work, folder === root ? 'after' : 'before');
  run(folder, 'node_modules/storybook/dist/bin/dispatcher.js', 'build', '--quiet', '-o', built);
  const book = await preview({
    ...{
      configFile: false,
      logLevel: 'silent',
      build: { outDir: built },
      preview: { host: 'localhost', port: 0 },
    },
  });
  const [origin] = book.resolvedUrls.local;
  await takeStories({ browser, origin: origin.replace(/\/$/, ''), wanted, into }).finally(() => book.close());
}

function run(folder, ...command) {
  execFileSync(process.execPath, command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function git(...command) {
  execFileSync('git', command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
}
