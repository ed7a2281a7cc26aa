import { importTypeScript } from './importTypeScript.mjs';
import { root } from './install.mjs';

/**
 * Reads the declarations of the base and of an application like the server: the one in this folder, or
 * another (`APP=examples/lending`). Invalid JSON is a finding.
 * @returns {Promise<{ set: { files: readonly { file: string, json: unknown }[] }, findings: readonly object[]
 * }>}
 */
export async function readDeclarations(application = process.env.APP) {
  const { readDeclarations: read } = await importTypeScript('server/node/readDeclarations.ts');
  return read(root, application || '.');
}
