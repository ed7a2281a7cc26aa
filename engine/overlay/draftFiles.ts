/** Declaration files being changed; copied on first write, so that the shipped ones stay unchanged. */
import type {
  ApiDeclaration,
  BehaviourDeclaration,
  DefaultsDeclaration,
  EntityDeclaration,
  FeaturesDeclaration,
  LookupDeclaration,
  MessagesDeclaration,
  RolesDeclaration,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import { areaOf, kindOfFile } from '../model/sources.ts';
import type { DeclarationSet } from '../types/modelTypes.ts';

type Kinds = {
  entity: EntityDeclaration;
  behaviour: BehaviourDeclaration;
  api: ApiDeclaration;
  screen: ScreenDeclaration;
  lookup: LookupDeclaration;
  features: FeaturesDeclaration;
  roles: RolesDeclaration;
  messages: MessagesDeclaration;
  defaults: DefaultsDeclaration;
};

type DraftFile<Declaration> = { readonly file: string; readonly json: Declaration };
export type DraftFiles = ReturnType<typeof createDraftFiles>;

/** Files of a set, found by what they declare. */
export function createDraftFiles(set: DeclarationSet) {
  const files = new Map<string, unknown>(set.files.map(({ file, json }) => [file, json]));
  const names = new Map(set.files.map(({ file, json }) => [keyOf(file, json), file]));
  /** System entities; no change can add one. */
  const closed = new Set(
    set.files.flatMap(({ file, json }) =>
      kindOfFile(file) === 'entity' && areaOf({ file }) === 'system' ? [(json as EntityDeclaration).$id] : [],
    ),
  );
  const copied = new Set<string>();
  const kinds = new Map<string, ReturnType<typeof kindOfFile>>();
  const kindOf = (file: string) => {
    if (!kinds.has(file)) kinds.set(file, kindOfFile(file));
    return kinds.get(file);
  };

  /** The editable JSON of a file. */
  const edit = <Declaration>(file: string): DraftFile<Declaration> => {
    if (!copied.has(file)) files.set(file, JSON.parse(JSON.stringify(files.get(file))));
    copied.add(file);
    return { file, json: files.get(file) as Declaration };
  };
  const add = <Declaration extends object>(file: string, json: Declaration): DraftFile<Declaration> => {
    const ups = '../'.repeat(file.split('/').length - 1);
    Object.assign(json, { $schema: `${ups}engine/declaration/${kindOfFile(file)}.schema.json` });
    files.set(file, json);
    copied.add(file);
    names.set(keyOf(file, json), file);
    return { file, json };
  };
  /** The editable declaration of a kind by id (`for` of behaviours and paths). */
  const named = <Kind extends keyof Kinds>(kind: Kind, id = ''): DraftFile<Kinds[Kind]> | undefined => {
    const file = names.get(`${kind} ${id}`);
    return file === undefined ? undefined : edit<Kinds[Kind]>(file);
  };
  /** The same, read-only. */
  const seen = <Kind extends keyof Kinds>(kind: Kind, id = ''): Kinds[Kind] | undefined => {
    const file = names.get(`${kind} ${id}`);
    return file === undefined ? undefined : (files.get(file) as Kinds[Kind]);
  };
  /** All declarations of a kind, read-only. */
  const all = <Kind extends keyof Kinds>(kind: Kind): readonly DraftFile<Kinds[Kind]>[] =>
    [...files].flatMap(([file, json]) =>
      kindOf(file) === kind ? [{ file, json: json as Kinds[Kind] }] : [],
    );
  const has = (file: string): boolean => files.has(file);
  const isClosed = (entity: string): boolean => closed.has(entity);
  return { edit, add, named, seen, all, has, isClosed, files, copied };
}

function keyOf(file: string, json: unknown): string {
  const kind = kindOfFile(file);
  const { $id, for: target, id } = (json ?? {}) as { $id?: unknown; for?: unknown; id?: unknown };
  return `${kind} ${String(kind === 'screen' ? id : ($id ?? target ?? ''))}`;
}
