/**
 * The list of components: complete, exactly as in the lock file, and without details of the machine that made
 * it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'formwright-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Component = {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly object[];
  readonly externalReferences: readonly { readonly type: string }[];
};

/** Nobody answers there, so that any call to a registry fails. */
const env = { ...process.env, npm_config_registry: 'http://127.0.0.1:9/' };

function make(
  root: string,
  file: string,
): { readonly text: string; readonly components: readonly Component[] } {
  execFileSync(process.execPath, [path.join(root, 'scripts', 'sbom.mjs'), file], { cwd: root, env });
  const text = readFileSync(file, 'utf8');
  return { text, components: JSON.parse(text).components };
}

const packages = JSON.parse(readFileSync('package.json', 'utf8'));

it('lists every package that runs, with its version and licence, and no host', () => {
  const { text, components } = make(process.cwd(), path.join(folder, 'one.json'));
  const bom = JSON.parse(text);
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', packages.name]);
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  for (const [name, version] of Object.entries(packages.dependencies))
    expect(listed).toContain(`${name}@${version}`);
  expect(components.map(({ name }) => name)).not.toContain('vitest');
  expect(components.filter(({ licenses }) => !licenses?.length).map(({ name }) => name)).toEqual([]);
  for (const { purl, externalReferences } of components) {
    expect(purl).toMatch(/^pkg:npm\/[^?]+@\d/);
    expect(externalReferences.map(({ type }) => type)).not.toContain('distribution');
  }
  expect(text).not.toMatch(/\/\/[^\s"]*registry|127\.0\.0\.1|\.tgz/);
  expect(text).not.toContain(process.cwd());
  expect(make(process.cwd(), path.join(folder, 'two.json')).text).toBe(text);
});

it('is generated on a fresh clone, where nothing is installed', () => {
  const clone = path.join(folder, 'clone');
  mkdirSync(path.join(clone, 'scripts'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'scripts/sbom.mjs'])
    copyFileSync(name, path.join(clone, name));
  const { components } = make(clone, path.join(folder, 'clone.json'));
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(Object.keys(packages.dependencies)),
  );
});
