/** A kind of change: everything the engine knows about it, in one object. */
import { formatMessage, hasMessage } from '../../messages.ts';
import type { Locale, Model } from '../../types/modelTypes.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import type { Change, ChangeKind, Texts } from '../types.ts';

/** The language, and a model with the texts of everything the changes refer to. */
export type Saying = { readonly model: Model; readonly locale: Locale };

/** The message `overlay.subject.<code>` and its params. */
export type Subject = { readonly code: string; readonly params: Readonly<Record<string, string>> };

/** An entity that a change targets or refers to, with the place in the change. */
type NamedEntity = { readonly entity: string; readonly at: string };

/** What belongs to an entity that is being removed from an overlay. */
export type Leaving = {
  readonly entity: string;
  readonly screens: ReadonlySet<string>;
  readonly lookups: ReadonlySet<string>;
  /** Whether a path of an entity only exists because of a reference to the removed one. */
  readonly leadsThere: (entity: string | undefined, path: string) => boolean;
  readonly entityOf: (screen: string, block: string) => string | undefined;
};

/** An entity of the overlay that is copied under another name. */
export type Copying = {
  readonly from: string;
  readonly to: string;
  /** The name of a screen of the entity in the copy; undefined for other screens. */
  readonly screen: (id: string) => string | undefined;
  /** The right of the copy that corresponds to a right of the entity; other rights stay. */
  readonly feature: (id: string) => string;
};

export type ChangeDefinition<One extends Change> = {
  readonly kind: One['kind'];
  /** Writes the change into the declarations. */
  readonly apply: (change: One, draft: DeclarationDraft) => void;
  /** The order in which several are applied, given them by name. */
  readonly order?: (changes: readonly One[]) => readonly One[];
  /** It always adds something of its own, so it replaces nothing shipped. */
  readonly adds?: true;
  /** It exists only for its content: without any, it is no change. */
  readonly isContent?: true;
  /** The declared values it replaces; undefined when nothing of the kind is declared. */
  readonly base?: (change: One, draft: DeclarationDraft) => object | undefined;
  readonly subject: (change: One, saying: Saying) => Subject;
  /** The entities it targets or refers to; none may be a system entity. */
  readonly entities?: (change: One, draft: Pick<DeclarationDraft, 'seen'>) => readonly NamedEntity[];
  /** Whether it goes with an entity. */
  readonly leavesWith?: (change: One, leaving: Leaving) => boolean;
  /** The change as it belongs to a copy of its entity; undefined when it does not. Absent: it is not copied. */
  readonly copied?: (change: One, copying: Copying) => One | undefined;
  /** The title of its neighbour `path`, after which it is placed. */
  readonly neighbour?: (change: One, path: string, saying: Saying) => string;
};

/** Checks the definition of a kind and returns it. */
export function defineChange<Kind extends ChangeKind>(
  definition: ChangeDefinition<Extract<Change, { kind: Kind }>> & { readonly kind: Kind },
): typeof definition {
  return definition;
}

/** The declared texts of a key, in the languages that have one. */
export function textsOf(
  key: string,
  title: string | undefined,
  draft: DeclarationDraft,
): Partial<Texts> | undefined {
  const en = draft.textOf(key, 'en-CA') ?? title;
  const fr = draft.textOf(key, 'fr-CA');
  if (en === undefined && fr === undefined) return undefined;
  return { ...(en !== undefined && { 'en-CA': en }), ...(fr !== undefined && { 'fr-CA': fr }) } as Partial<
    Record<Locale, string>
  >;
}

/** A text of the change itself, which may be malformed in a draft. */
export function ownText(texts: Texts, { locale }: Saying): string {
  const said: unknown = texts[locale];
  return typeof said === 'string' ? said : '';
}

export function textAt(key: string, { model, locale }: Saying): string {
  return hasMessage(model, 'en-CA', key)
    ? formatMessage(model, locale, key)
    : key.slice(key.indexOf('.') + 1);
}

export const entityTitle = (id: string, saying: Saying): string => textAt(`entity.${id}`, saying);

/** A title built from a record is useless without one; the last breadcrumb is used instead. */
export function screenTitle(id: string, saying: Saying): string {
  const screen = saying.model.screens.get(id);
  const titles = [screen?.title, ...(screen?.breadcrumb ?? []).map((step) => step.text).reverse()];
  for (const title of titles) if (title && 'message' in title) return textAt(title.message, saying);
  return id;
}

/** The title of the field that a block shows at a path; the path when it is unknown. */
export function fieldTitle(screen: string, block: string, path: string, saying: Saying): string {
  const found = saying.model.screens.get(screen)?.blocks.find(({ id }) => id === block);
  const entity = found && 'entity' in found ? found.entity : '';
  const [head = ''] = path.split('.');
  const model = saying.model.entities.get(entity);
  const field =
    model?.fieldByPath.get(path) ??
    model?.fields.find(({ name, expand }) => name === head || expand?.as === head);
  return field ? textAt(field.label, saying) : path;
}

/** The entity whose records a block shows; empty when there is none. */
export function blockEntity(screen: string, id: string, draft: Pick<DeclarationDraft, 'seen'>): string {
  const block = draft.seen('screen', screen)?.blocks.find((one) => one.id === id);
  return block && 'entity' in block ? block.entity : '';
}
