import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Engine exports that only check, compile or print declarations. */
const readers = new Set([
  'CompileMemory',
  'checkDeclarations',
  'compileModel',
  'formatMessage',
  'hasMessage',
  'locales',
  'matches',
  'parseExpression',
  'translate',
]);
const product =
  /^(#server|#renderer|#extensions)|^(engine|server|renderer|stories|extensions|examples\/[^/]+\/extensions)\//;
const tools = path.join(root, 'scripts') + path.sep;
// Reads declaration files only.
const readerOfFiles = path.join(root, 'server/node/readDeclarations.ts');

/**
 * Whether a test file only reads declarations: nothing it imports, directly or not, runs product behaviour
 * such as a browser, the server, a form or a rule.
 * @param {string} file
 * @returns {boolean}
 */
export function readsOnly(file) {
  if (isProduct(file)) return false;
  const open = new Set([path.resolve(root, file)]);
  // A set grows while it is iterated, so each file is read once.
  for (const next of open) {
    if (next.startsWith(tools) || next === readerOfFiles || !existsSync(next)) continue;
    const imports = importsOf(readFileSync(next, 'utf8'));
    if (imports.some((one) => isBehaviour(one, next))) return false;
    for (const { from } of imports)
      if (from.startsWith('.')) open.add(path.resolve(path.dirname(next), from));
  }
  return true;
}

// A browser or a child process is behaviour.
function isBehaviour({ from, names }, importer) {
  if (from === '#engine') return names.some((name) => !readers.has(name));
  if (/playwright|^storybook|^node:child_process$/.test(from)) return true;
  return from.startsWith('.') ? isProduct(path.resolve(path.dirname(importer), from)) : product.test(from);
}

function isProduct(file) {
  if (path.resolve(root, file) === readerOfFiles) return false;
  return product.test(path.relative(root, path.resolve(root, file)).replaceAll('\\', '/'));
}

/** Value imports of a module; type imports run nothing. */
function importsOf(text) {
  const statements = text.matchAll(/^(?:import|export)\s+(?!type\b)([^;'"]*?)\bfrom\s+['"]([^'"]+)['"]/gm);
  const bare = text.matchAll(/^import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm);
  return [
    ...[...statements].map(([, clause, from]) => ({ from, names: namesIn(clause) })).filter(isUsed),
    ...[...bare].map(([, still, late]) => ({ from: still ?? late, names: ['*'] })),
  ];
}

function isUsed({ names }) {
  return names.length > 0;
}

function namesIn(clause) {
  const listed = clause.match(/\{([^}]*)\}/)?.[1];
  if (listed === undefined) return [clause.trim()];
  const names = listed.split(',').map((name) => name.trim().replace(/\s+as\s+.*/, ''));
  return names.filter((name) => name !== '' && !name.startsWith('type '));
}
