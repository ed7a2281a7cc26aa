import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Finding } from '#engine';
import type { NameFinding } from '../extensions/checkActions.ts';
import { idsIn } from './readApplication.ts';

/** Completes findings about unknown names with the extension that provides them, if there is one. */
export async function sayWhere(
  findings: readonly NameFinding[],
  { root, application = '.' }: { readonly root: string; readonly application?: string | undefined },
): Promise<readonly Finding[]> {
  if (findings.length === 0) return [];
  const roots = [resolve(root, application), root];
  const texts: (readonly [id: string, text: string])[] = [];
  for (const id of await idsIn(roots))
    for (const one of roots)
      texts.push([
        id,
        await readFile(join(one, 'extensions', id, 'server/index.ts'), 'utf8').catch(() => ''),
      ]);
  return findings.map(({ name, ...finding }) => {
    const owner = texts.find(([, text]) => text.includes(`'${name}'`))?.[0];
    const advice = owner
      ? `The extension '${owner}' brings it: add "${owner}" to "extensions" in application.json.`
      : 'Add it to an extension, or correct the name.';
    return { ...finding, message: `${finding.message} ${advice}` };
  });
}
