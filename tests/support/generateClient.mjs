/** `node generateClient.mjs <openapi.json> <client.d.ts>`: the types of a client, as anyone would generate them. */
import { readFile, writeFile } from 'node:fs/promises';
import { register } from 'node:module';

const hooks = `
const typescript = ${JSON.stringify(new URL('./typescriptForClients.mjs', import.meta.url).href)};
export function resolve(specifier, context, next) {
  return specifier === 'typescript' ? { url: typescript, shortCircuit: true } : next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const [from, to] = process.argv.slice(2);
const { default: openapiTS, astToString } = await import('openapi-typescript');
await writeFile(to, astToString(await openapiTS(JSON.parse(await readFile(from, 'utf8')))));
