import { declarations } from '../support/declarations.ts';

type Json = { readonly [name: string]: unknown };

const json = (file: string) => declarations.files.find((one) => one.file === file)?.json as Json | undefined;

/** Screen files whose blocks show records of an entity. */
export const screens: readonly string[] = declarations.files
  .filter(
    ({ file, json: screen }) =>
      /^(extensions\/[^/]+\/)?screens\//.test(file) && entitiesOf(screen as Json).length > 0,
  )
  .map(({ file }) => file)
  .sort();

/** The roles to choose from, with titles. */
export const roles = ((json('schemas/access/roles.json')?.roles ?? []) as readonly Role[]).map(
  ({ id, title }) => [id, title] as const,
);

type Role = { readonly id: string; readonly title: string };

/** The editable files of a screen: itself, and declaration and rules of its entities. */
export function filesOf(screen: string): readonly string[] {
  const entities = entitiesOf(json(screen) ?? {});
  const folders = entities.flatMap((id) => {
    const found = declarations.files.find(
      ({ file, json: entity }) => file.endsWith('/entity.json') && (entity as Json).$id === id,
    );
    return found ? [found.file.replace(/entity\.json$/, '')] : [];
  });
  const parts = folders.flatMap((folder) => [`${folder}entity.json`, `${folder}behaviour.json`]);
  return [screen, ...parts.filter((file) => json(file))];
}

/** The shipped text of a file. */
export const shippedText = (file: string): string => JSON.stringify(json(file) ?? {}, null, 2);

/** Field names of the entities of a screen, for completion. */
export function fieldNames(screen: string): readonly string[] {
  const names = filesOf(screen).flatMap((file) => Object.keys((json(file)?.properties ?? {}) as Json));
  return [...new Set(names)];
}

function entitiesOf({ blocks }: Json): readonly string[] {
  const found = (Array.isArray(blocks) ? blocks : []).flatMap(({ entity }: Json) =>
    typeof entity === 'string' ? [entity] : [],
  );
  return [...new Set(found)];
}
