// `npm run release -- minor`: bumps the version (major, minor or patch), turns the Unreleased section of
// CHANGELOG.md into that version, commits and tags. Pushes nothing.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

const kinds = ['major', 'minor', 'patch'];
const kind = process.argv[2] ?? '';
if (!kinds.includes(kind)) fail(`Say which part of the version rises: ${kinds.join(', ')}.`);
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
if (git('status', '--porcelain').trim() !== '') fail('Commit or put away your changes first.');

const manifest = path.join(root, 'package.json');
const log = path.join(root, 'CHANGELOG.md');
const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
const at = kinds.indexOf(kind);
const next = version
  .split('.')
  .map((part, index) => (index < at ? Number(part) : index === at ? Number(part) + 1 : 0))
  .join('.');

const text = readFileSync(log, 'utf8');
const open = '## Unreleased\n';
const from = text.indexOf(open) + open.length;
const to = text.indexOf('\n## ', from);
if (text.slice(from, to < 0 ? undefined : to).trim() === '')
  fail('CHANGELOG.md lists nothing under Unreleased.');
const day = new Date().toISOString().slice(0, 10);
writeFileSync(log, text.replace(open, `${open}\n## ${next} (${day})\n`));
execFileSync('npm', ['version', next, '--no-git-tag-version'], { cwd: root, stdio: 'ignore' });
git('commit', '-am', `Release ${next}`);
git('tag', '-a', `v${next}`, '-m', `Version ${next}`);
console.log(`Version ${next} is committed and tagged v${next}. Push both with: git push --follow-tags`);

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}
