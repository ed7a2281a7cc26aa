import { expect, it } from 'vitest';
import { declarationSet, findingsOf } from '../model/testDeclarations.ts';
import { applyOverlay } from './applyOverlay.ts';
import type { Change } from './types.ts';

const texts = (text: string) => ({ 'en-CA': text, 'fr-CA': text });
const ofExtension = 'extensions/a/schemas/access/features.json';
const own = 'schemas/access/features.json';
const roles = 'schemas/access/roles.json';
const set = declarationSet({
  [ofExtension]: { features: [{ id: 'Thing.Print', title: 'Print' }] },
  [own]: { features: [{ id: 'Thing.View', title: 'View' }] },
  [roles]: { roles: [{ id: 'reader', title: 'Reader', features: ['*'], except: ['Thing.*'] }] },
});

const applied = (...changes: readonly unknown[]) => {
  const { files } = applyOverlay(set, changes as readonly Change[]).set;
  return (file: string) => files.find((one) => one.file === file)?.json as Record<string, object[]>;
};

it('renames a feature where it is declared, and adds one to the application', () => {
  const json = applied(
    { kind: 'feature', name: 'Thing.Print', title: texts('Print things') },
    { kind: 'feature', name: 'Thing.Lend', title: texts('Lend') },
  );
  expect(json(ofExtension).features).toEqual([{ id: 'Thing.Print', title: 'Print things' }]);
  expect(json(own).features?.map((one) => (one as { id: string }).id)).toEqual(['Thing.View', 'Thing.Lend']);
});

it('grants a role one of several features that a pattern excludes, wherever they are declared', () => {
  const json = applied({ kind: 'role', name: 'reader', add: ['Thing.View'] });
  expect(json(roles).roles).toEqual([expect.objectContaining({ id: 'reader', except: ['Thing.Print'] })]);
});

it('refuses a feature that an extension declares already', () => {
  const twin = { features: [{ id: 'Thing.View', title: 'See things' }] };
  expect(findingsOf({ [ofExtension]: twin }).map(({ file, message }) => [file, message])).toContainEqual([
    ofExtension,
    'Thing.View is listed twice. Keep one.',
  ]);
});
