// `npm run attack`: runs the hostile tests with far higher counts than `npm test`: 30,000 generated requests,
// 100 kills of the server, ten minutes of chaos over three processes, and so on. `npm run attack -- kill` runs only files with that word in their names.
// Random tests print their seed on a finding.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, requireNode, root } from './install.mjs';

/** Test files by project; those that read FORMWRIGHT_ATTACK run longer here. */
const attacks = [
  ['unit', 'engine/patterns/textPattern.test.ts'],
  ['api', 'tests/api/generated.test.ts'],
  ['api', 'tests/api/routesByRole.test.ts'],
  ['api', 'tests/api/hostile.test.ts'],
  ['api', 'tests/api/hostileConfigure.test.ts'],
  ['api', 'tests/api/hostilePatterns.test.ts'],
  ['api', 'tests/api/hostileRules.test.ts'],
  ['api', 'tests/api/hostileSheets.test.ts'],
  ['api', 'tests/api/hostileValues.test.ts'],
  ['api', 'tests/api/stalls.test.ts'],
  ['api', 'tests/api/configureEscalation.test.ts'],
  ['api', 'tests/api/configureExtraction.test.ts'],
  ['api', 'tests/api/damagedDatabase.test.ts'],
  ['api', 'tests/api/loginLimits.test.ts'],
  ['contracts', 'tests/contracts/publishCrash.test.ts'],
  ['contracts', 'tests/contracts/store/differential.test.ts'],
  ['start', 'tests/start/kills.test.ts'],
  ['start', 'tests/processes/chaos.test.ts'],
];

requireNode();
await ensureInstalled({ forTests: true });
const words = process.argv.slice(2);
const chosen = attacks.filter(([, file]) => words.length === 0 || words.some((word) => file.includes(word)));
const gone = chosen.filter(([, file]) => !existsSync(path.join(root, file)));
if (chosen.length === 0 || gone.length > 0) {
  for (const [, file] of gone) console.error(`${file} is gone: name here what attacks in its place.`);
  if (chosen.length === 0) console.error(`No attack is named ${words.join(' ')}.`);
  process.exit(2);
}
if (chosen.some(([project]) => project === 'start')) run(['scripts/build.mjs']);
const failed = [...new Set(chosen.map(([project]) => project))].filter((project) => {
  const files = chosen.filter(([of]) => of === project).map(([, file]) => file);
  return !run([
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    project,
    '--testTimeout=3600000',
    ...files,
  ]);
});
console.log(failed.length === 0 ? 'Everything held.' : `Something gave way in: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);

function run(args) {
  const env = { ...process.env, FORMWRIGHT_ATTACK: '1' };
  return spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' }).status === 0;
}
