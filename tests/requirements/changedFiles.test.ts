import { expect, it } from 'vitest';
import { touchedTests } from '../../scripts/changedFiles.mjs';

it('a changed test is affected, and so are those that import the change', () => {
  const own = touchedTests(['tests/api/stash.test.ts']);
  expect([own.get('api'), own.get('contracts')]).toEqual([['tests/api/stash.test.ts'], undefined]);
  expect(touchedTests(['scripts/countProven.mjs']).get('requirements')).toContain(
    'tests/requirements/countProven.test.ts',
  );
});

it("a declaration affects every declared example, and an application's code too", () => {
  const declared = touchedTests(['schemas/messages/fr-CA/nowhere.json']);
  expect(declared.get('declarations')).toEqual(['tests/declarations/cases.test.ts']);
  expect(declared.get('api')).toEqual(['tests/api/cases.test.ts']);
  const code = touchedTests(['server/store/sqlite/openSqliteStore.ts']);
  expect(code.get('api')).toContain('tests/api/cases.test.ts');
  expect(code.get('contracts')).toContain('tests/contracts/store/sqliteMigration.test.ts');
});

it('a document affects nothing', () => {
  expect(touchedTests(['README.md', 'docs/screenshot.png'])).toEqual(new Map());
});
