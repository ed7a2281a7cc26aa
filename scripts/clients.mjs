// `npm run clients`: generates clients of the API with third-party tools, and compiles them.
// openapi-typescript is part of the tests; Orval and Hey API are too large to install, and are fetched into a
// temporary folder.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled, requireNode, root } from './install.mjs';

/** Versions that run on Node 20. */
const tools = ['@hey-api/openapi-ts@0.95.0', 'orval@7.21.0', 'typescript@5.9.3'];

requireNode();
await ensureInstalled({ forTests: true });
mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true });
const folder = mkdtempSync(path.join(root, 'node_modules/.cache/clients-'));
try {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  writeFileSync(path.join(folder, 'openapi.json'), await readDescription());
  run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--no-save', ...tools]);
  const hey = ['node_modules/@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'hey'];
  run(process.execPath, [...hey, '-p', '@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch']);
  const output = "{ target: './orval/api.ts', schemas: './orval/model', client: 'fetch', mode: 'split' }";
  writeFileSync(
    path.join(folder, 'orval.config.mjs'),
    `export default { api: { input: './openapi.json', output: ${output} } };`,
  );
  run(process.execPath, ['node_modules/orval/dist/bin/orval.js', '--config', 'orval.config.mjs']);
  // A list is called with its published parameters, which an unknown one is not.
  const asked = "{ pageSize: 5, sortFields: ['Name'], FilterProperty: ['Name'] }";
  write(
    'useHey.ts',
    "import { getProduct } from './hey';",
    `{ query: ${asked} }`,
    '{ query: { colour: 1 } }',
  );
  write('useOrval.ts', "import { getProduct } from './orval/api';", asked, '{ colour: 1 }');
  for (const entry of ['hey/index.ts', 'orval/api.ts', 'useHey.ts', 'useOrval.ts']) compile(entry);
  console.log('The clients of Hey API and Orval compile.');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function write(file, generated, right, wrong) {
  const unknown = `// @ts-expect-error: no such parameter\nexport const wrong = () => getProduct(${wrong});`;
  writeFileSync(
    path.join(folder, file),
    `${generated}\nexport const right = () => getProduct(${right});\n${unknown}\n`,
  );
}

/** Reads the description from a server with a temporary database. */
async function readDescription() {
  const env = {
    ...process.env,
    PORT: '0',
    DATABASE_URL: `file:${path.join(folder, 'data.db')}`,
    ADMIN_PASSWORD: 'clients-are-generated',
  };
  const server = spawn(process.execPath, ['scripts/start.mjs'], { cwd: root, env });
  try {
    const address = await listening(server);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ UserName: 'admin', Password: env.ADMIN_PASSWORD });
    const login = await fetch(`${address}/api/session`, { method: 'POST', headers, body });
    const { Token } = await login.json();
    const answer = await fetch(`${address}/api/openapi.json`, {
      headers: { authorization: `Bearer ${Token}` },
    });
    if (!answer.ok) throw new Error(`The description was not to be had: ${answer.status}.`);
    return await answer.text();
  } finally {
    server.kill('SIGTERM');
  }
}

function listening(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk) => {
      said += chunk;
      const found = /listening on (http:\/\/\S+)/.exec(said);
      if (found) resolve(found[1].replace('localhost', '127.0.0.1'));
    });
    server.stderr.on('data', (chunk) => {
      said += chunk;
    });
    server.on('exit', () => reject(new Error(`The server did not start.\n${said}`)));
  });
}

function compile(entry) {
  const strict = ['--ignoreConfig', '--strict', '--noEmit', '--skipLibCheck'];
  const modern = ['--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const libraries = ['--lib', 'es2023,dom,dom.iterable'];
  run(process.execPath, [
    path.join(root, 'node_modules/typescript/bin/tsc'),
    ...strict,
    ...modern,
    ...libraries,
    entry,
  ]);
}

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${path.basename(args[0])} failed.`);
}
