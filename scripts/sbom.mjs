// `npm run sbom`: the components of the application as CycloneDX JSON, from the lock file and the installed
// packages. Works offline and is reproducible. `-- --all` includes development tools, `-- file` sets the
// output file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const words = process.argv.slice(2);
const file = path.resolve(root, words.find((word) => !word.startsWith('--')) ?? 'dist/sbom.cdx.json');
const read = (name) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

const { name, version } = read('package.json');
const bom = JSON.parse(
  execFileSync(
    'npm',
    [
      ...['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--offline'],
      // Licences are read from the installed packages; without them, use the lock file alone.
      ...(existsSync(path.join(root, 'node_modules')) ? [] : ['--package-lock-only']),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  ),
);

// Download addresses, folders and times depend on the machine.
const withoutPlaces = ({ externalReferences = [], ...component }) => ({
  ...component,
  externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
});
// npm's `--omit dev` would also drop packages shared by the application and a tool.
const isTool = ({ properties = [] }) =>
  properties.some((one) => one.name === 'cdx:npm:package:development' && one.value === 'true');
const components = bom.components.filter((one) => words.includes('--all') || !isTool(one));
const refs = new Set([bom.metadata.component, ...components].map((one) => one['bom-ref']));
const lock = readFileSync(path.join(root, 'package-lock.json'));
const digest = createHash('sha256')
  .update(lock)
  .update(String(words.includes('--all')))
  .digest('hex');
const { timestamp: _, component, ...metadata } = bom.metadata;
const written = {
  ...bom,
  serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')}`,
  metadata: { ...metadata, component: { ...withoutPlaces(component), name, version } },
  components: components.map(withoutPlaces),
  dependencies: bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter((ref) => refs.has(ref)) })),
};

mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
console.log(`${written.components.length} components: ${path.relative(root, file)}`);
