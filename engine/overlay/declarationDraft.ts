/** Declarations being changed: files are copied when first touched, so that the shipped ones stay as they are. */
import type {
  ApiDeclaration,
  BehaviourDeclaration,
  EntityDeclaration,
  FeaturesDeclaration,
  LookupDeclaration,
  MessagesDeclaration,
  RolesDeclaration,
  ScreenDeclaration,
} from '../declaration/types.generated.ts';
import { locales } from '../model/messages.ts';
import { kindOfFile } from '../model/sources.ts';
import type { DeclarationSet, Locale, MessageText } from '../model/types.ts';
import { changeId } from './changeNames.ts';
import type { Change, ChangeId, FindingParams, MessageTexts, OverlayFinding, Provenance } from './types.ts';

type Editable<Declaration> = { readonly file: string; readonly json: Declaration };
type Kinds = {
  entity: EntityDeclaration;
  behaviour: BehaviourDeclaration;
  api: ApiDeclaration;
  screen: ScreenDeclaration;
  lookup: LookupDeclaration;
  features: FeaturesDeclaration;
  roles: RolesDeclaration;
  messages: MessagesDeclaration;
};

export type DeclarationDraft = ReturnType<typeof createDraft>;

/** A draft of a set. */
export function createDraft(set: DeclarationSet) {
  const files = new Map<string, unknown>(set.files.map(({ file, json }) => [file, json]));
  const names = indexOf(set);
  const copied = new Set<string>();
  const findings: OverlayFinding[] = [];
  const marks = new Map<object, { change: ChangeId; at: string }[]>();
  const notes: Provenance[] = [];

  /** The JSON of a file, to read. */
  const read = (file: string): unknown => files.get(file);
  /** The JSON of a file, to change. */
  const edit = <Declaration>(file: string): Editable<Declaration> => {
    if (!copied.has(file) && files.has(file)) files.set(file, JSON.parse(JSON.stringify(files.get(file))));
    copied.add(file);
    return { file, json: files.get(file) as Declaration };
  };
  const add = <Declaration extends object>(file: string, json: Declaration): Editable<Declaration> => {
    const ups = '../'.repeat(file.split('/').length - 1);
    Object.assign(json, { $schema: `${ups}engine/declaration/${kindOfFile(file)}.schema.json` });
    files.set(file, json);
    copied.add(file);
    const key = keyOf(file, json);
    if (key) names.set(key, file);
    return { file, json };
  };
  /** The declaration of a kind by its id (`for` of behaviours and paths), to change. */
  const named = <Kind extends keyof Kinds>(kind: Kind, id: string): Editable<Kinds[Kind]> | undefined => {
    const file = names.get(`${kind} ${id}`);
    return file === undefined ? undefined : edit<Kinds[Kind]>(file);
  };
  /** The same, only to read. */
  const seen = <Kind extends keyof Kinds>(kind: Kind, id: string): Kinds[Kind] | undefined => {
    const file = names.get(`${kind} ${id}`);
    return file === undefined ? undefined : (read(file) as Kinds[Kind]);
  };
  /** All declarations of a kind, only to read. */
  const all = <Kind extends keyof Kinds>(kind: Kind): readonly Editable<Kinds[Kind]>[] =>
    [...files].flatMap(([file, json]) =>
      kindOfFile(file) === kind ? [{ file, json: json as Kinds[Kind] }] : [],
    );
  const report = (change: Change | undefined, code: string, finding: Partial<Report> = {}): void => {
    const { at = '', level = 'error', params = {} } = finding;
    findings.push({ ...(change && { change: changeId(change) }), at, level, code, params });
  };
  /** Keeps that a part of a declaration stands there because of a change. */
  const mark = <Part extends object>(part: Part, change: Change, at = ''): Part => {
    marks.set(part, [...(marks.get(part) ?? []), { change: changeId(change), at }]);
    return part;
  };
  const note = (file: string, path: string, change: Change, at = ''): void => {
    notes.push({ file, path, change: changeId(change), at });
  };

  const texts = createTexts({ all, edit, add, note });

  return {
    read,
    edit,
    add,
    named,
    seen,
    all,
    report,
    mark,
    note,
    findings,
    text: texts.set,
    textOf: texts.get,
    result: () => ({
      set: { files: [...files].map(([file, json]) => ({ file, json })) },
      findings,
      provenance: [...notes, ...[...copied].flatMap((file) => marksIn(file, files.get(file), '', marks))],
    }),
  };
}

type Report = { at: string; level: OverlayFinding['level']; params: FindingParams };

/** Files by what they declare, so that none is searched for. */
function indexOf(set: DeclarationSet): Map<string, string> {
  return new Map(
    set.files.flatMap(({ file, json }) => {
      const key = keyOf(file, json);
      return key ? [[key, file] as const] : [];
    }),
  );
}

function keyOf(file: string, json: unknown): string | undefined {
  const kind = kindOfFile(file);
  if (!kind || typeof json !== 'object' || json === null) return undefined;
  const names = json as { $id?: unknown; for?: unknown; id?: unknown };
  const name = kind === 'screen' ? names.id : (names.$id ?? names.for ?? '');
  return `${kind} ${String(name)}`;
}

function marksIn(
  file: string,
  part: unknown,
  path: string,
  marks: ReadonlyMap<object, readonly { change: ChangeId; at: string }[]>,
): readonly Provenance[] {
  if (typeof part !== 'object' || part === null) return [];
  const own = (marks.get(part) ?? []).map((entry) => ({ file, path, ...entry }));
  const inner = Object.entries(part).flatMap(([name, member]) =>
    marksIn(file, member, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, marks),
  );
  return [...own, ...inner];
}

/** Where texts stand that no shipped file has. */
const textFile = (locale: Locale) => `schemas/messages/${locale}/of-changes.json`;

type TextDraft = {
  readonly all: (kind: 'messages') => readonly Editable<MessagesDeclaration>[];
  readonly edit: (file: string) => Editable<MessagesDeclaration>;
  readonly add: (file: string, json: MessagesDeclaration) => Editable<MessagesDeclaration>;
  readonly note: (file: string, path: string, change: Change, at: string) => void;
};

/** Messages by key and language: changed where they stand, new ones in a file of their own. */
function createTexts({ all, edit, add, note }: TextDraft) {
  let known: Map<string, string> | undefined;
  const fileOf = (locale: Locale, key: string): string | undefined => {
    known ??= new Map(
      all('messages').flatMap(({ file, json }) =>
        Object.keys(json.messages).map((name) => [`${file.split('/')[2]} ${name}`, file] as const),
      ),
    );
    return known.get(`${locale} ${key}`);
  };
  const messagesOf = (file: string) => edit(file).json.messages as Record<string, MessageText>;
  const set = (change: Change, key: string, texts: MessageTexts, at: string): void => {
    for (const locale of locales) {
      const text = texts[locale];
      if (text === undefined) continue;
      const file = fileOf(locale, key) ?? textFile(locale);
      if (!known?.has(`${locale} ${key}`) && edit(file).json === undefined) add(file, { messages: {} });
      known?.set(`${locale} ${key}`, file);
      messagesOf(file)[key] = text;
      note(file, `/messages/${key}`, change, at);
    }
  };
  const get = (key: string, locale: Locale): MessageText | undefined => {
    const file = fileOf(locale, key);
    return file === undefined ? undefined : messagesOf(file)[key];
  };
  return { set, get };
}
