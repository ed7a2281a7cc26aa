// `npm run sbom`: the components of the application as CycloneDX JSON, from the lock file and what is installed. It asks
// no network, and the same packages give the same file. `-- --all` lists the tools of development too, `-- file` names it.
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
      // Licences stand in the installed packages; without them, the lock file still says what there is.
      ...(existsSync(path.join(root, 'node_modules')) ? [] : ['--package-lock-only']),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
  ),
);

// From where a package was fetched is a matter of the machine, and so are its folder and its clock.
const withoutPlaces = ({ externalReferences = [], ...component }) => ({
  ...component,
  externalReferences: externalReferences.filter(({ type }) => type !== 'distribution'),
});
// `--omit dev` of npm leaves out what the application and a tool both need.
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
