import { expect, it } from 'vitest';
import { touchedTests } from '../../scripts/changedFiles.mjs';

it('a test that changed is touched, and those that import what changed', () => {
  const own = touchedTests(['tests/api/stash.test.ts']);
  expect([own.get('api'), own.get('contracts')]).toEqual([['tests/api/stash.test.ts'], undefined]);
  expect(touchedTests(['scripts/countProven.mjs']).get('requirements')).toContain(
    'tests/requirements/countProven.test.ts',
  );
});

it('a declaration touches every declared example, code of the application as well', () => {
  const declared = touchedTests(['schemas/messages/fr-CA/nowhere.json']);
  expect(declared.get('declarations')).toEqual(['tests/declarations/cases.test.ts']);
  expect(declared.get('api')).toEqual(['tests/api/cases.test.ts']);
  const code = touchedTests(['server/store/sqlite/openSqliteStore.ts']);
  expect(code.get('api')).toContain('tests/api/cases.test.ts');
  expect(code.get('contracts')).toContain('tests/contracts/store/sqliteMigration.test.ts');
});

it('a text touches nothing', () => {
  expect(touchedTests(['README.md', 'docs/screenshot.png'])).toEqual(new Map());
});
