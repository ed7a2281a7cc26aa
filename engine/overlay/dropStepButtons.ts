/** Takes the buttons of removed transitions off the screens that place them. */
import type { Action, ScreenDeclaration } from '../declaration/types.generated.ts';
import type { DeclarationDraft } from './declarationDraft.ts';

type Gone = { readonly entity: string; readonly ids: ReadonlySet<string> };

/** Removes actions and board moves of the transitions. */
export function dropStepButtons(gone: Gone, draft: DeclarationDraft): void {
  if (gone.ids.size === 0) return;
  for (const { file, json } of draft.all('screen')) {
    const next = without(json, { data: json.data ?? {} }, gone);
    if (next !== json) Object.assign(draft.edit<ScreenDeclaration>(file).json, next);
  }
}

type Around = {
  readonly data: NonNullable<ScreenDeclaration['data']>;
  /** The entity of the rows around. */
  readonly row?: string;
};

/** The part without them; the same object when it has none. */
function without<Part>(part: Part, around: Around, gone: Gone): Part {
  if (Array.isArray(part)) {
    const left = part.filter((one) => !isGone(one, around, gone)).map((one) => without(one, around, gone));
    return left.length === part.length && left.every((one, at) => one === part[at]) ? part : (left as Part);
  }
  if (typeof part !== 'object' || part === null) return part;
  const { entity } = part as { readonly entity?: unknown };
  const within = typeof entity === 'string' ? { ...around, row: entity } : around;
  const members = Object.entries(part).map(([name, one]) => [name, without(one, within, gone)] as const);
  const isSame = members.every(([name, one]) => one === (part as Record<string, unknown>)[name]);
  return isSame ? part : (Object.fromEntries(members) as Part);
}

function isGone(part: unknown, { data, row }: Around, { entity, ids }: Gone): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const { kind, transition = '', record } = part as Partial<Action>;
  if (kind !== 'transition' || !ids.has(transition)) return false;
  return (record === undefined ? row : data[record]?.entity) === entity;
}
