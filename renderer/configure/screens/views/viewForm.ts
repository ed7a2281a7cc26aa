import {
  type EntityModel,
  formsGroups,
  type GridBlock,
  type GroupPeriod,
  kinds,
  type LayoutModel,
  type Model,
  type TimelineSpan,
  type ViewChange,
  type WhereGroup,
} from '#engine';
import type { PartialTexts } from '../../TextsField.tsx';
import { wholeTexts } from '../../TextsField.tsx';

type ViewKind = LayoutModel['kind'];
export type ViewColour = {
  readonly when: string;
  readonly tone: 'accent' | 'positive' | 'warning' | 'negative';
  readonly title: PartialTexts;
};

/** What the dialog of a view edits. */
export type ViewForm = {
  readonly title: PartialTexts;
  readonly kind: ViewKind;
  readonly fields: readonly string[];
  readonly by?: string;
  readonly per?: GroupPeriod;
  readonly totals: readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly span?: TimelineSpan;
  readonly picture?: string;
  readonly icon?: string;
  readonly where: WhereGroup;
  readonly roles: readonly string[];
  readonly opens: boolean;
  readonly colours: readonly ViewColour[];
};

export const viewKinds: readonly ViewKind[] = ['list', 'board', 'calendar', 'gallery', 'timeline'];

export const newView: ViewForm = {
  ...{ title: {}, kind: 'list', fields: [], totals: [], where: { all: [] } },
  ...{ roles: [], opens: false, colours: [] },
};

type Texts = (key: string) => PartialTexts;

/** The form of an existing view; colours are those of the change, as shipped ones stay. */
export function viewForm(layout: LayoutModel, change: ViewChange | undefined, texts: Texts): ViewForm {
  const { kind, where, roles, opens } = layout;
  const day = 'start' in layout ? layout : undefined;
  return {
    ...newView,
    title: change?.title ?? (layout.label === `ui.layout.${kind}` ? {} : texts(layout.label)),
    kind,
    fields: kind === 'list' ? (layout.columns ?? []) : layout.fields.map(({ path }) => path),
    ...('by' in layout && layout.by !== undefined && { by: layout.by }),
    ...(kind === 'list' && layout.per && { per: layout.per }),
    totals: (kind === 'list' && layout.totals) || [],
    ...(day && { start: day.start.path, ...(day.end && { end: day.end.path }), span: day.span }),
    ...(kind === 'gallery' && layout.picture && { picture: layout.picture.path }),
    ...(kind === 'gallery' && layout.icon && { icon: layout.icon }),
    where: where ?? { all: [] },
    roles: roles ?? [],
    opens: opens === true,
    colours: change?.colours ?? [],
  };
}

type Spot = { readonly screen: string; readonly block: string; readonly id: string };

/** The change of a complete form; undefined while it lacks what its kind needs. */
export function viewChange(
  form: ViewForm,
  spot: Spot,
  before: ViewChange | undefined,
): ViewChange | undefined {
  const { kind, fields, by, per, totals, start, end, span, picture, icon, roles, opens } = form;
  const title = wholeTexts(form.title);
  const colours = form.colours.map((colour) => ({ ...colour, title: wholeTexts(colour.title) }));
  if (!title || lacks(form) || colours.some(({ when, title: said }) => !when.trim() || !said))
    return undefined;
  const isDated = kind === 'calendar' || kind === 'timeline';
  const { after, was } = before ?? {};
  return {
    ...{
      kind: 'view',
      name: `${spot.screen}.${spot.block}.${spot.id}`,
      screen: spot.screen,
      block: spot.block,
    },
    ...(after !== undefined && { after }),
    ...(was && { was }),
    ...{ as: kind, title },
    ...(fields.length > 0 && { fields: [...fields] }),
    ...(kind !== 'calendar' && by && { by }),
    ...(kind === 'list' && by && per && { per }),
    ...(kind === 'list' && by && totals.length > 0 && { totals: [...totals] }),
    ...(isDated && { start, ...(end && { end }), ...(span && { span: spanFor(kind, span) }) }),
    ...(kind === 'gallery' && { ...(picture && { picture }), ...(icon && { icon }) }),
    ...(partsIn(form.where) > 0 && { where: form.where }),
    ...(roles.length > 0 && { roles: [...roles] }),
    ...(opens && { opens }),
    ...(colours.length > 0 && { colours }),
  } as ViewChange;
}

const spanFor = (kind: ViewKind, span: TimelineSpan): TimelineSpan =>
  kind === 'calendar' && span === 'quarter' ? 'month' : span;
const partsIn = (where: WhereGroup): number => (where.all ?? where.any ?? []).length;

/** Whether the kind needs a field that is not chosen. */
export function lacks({ kind, by, start, end }: ViewForm): boolean {
  if (kind === 'board') return !by;
  return (kind === 'calendar' && !start) || (kind === 'timeline' && !(start && end));
}

/** `Late claims` → late-claims, or with a number if the list has such a view. */
export function viewIdOf(title: PartialTexts, { layouts = [] }: GridBlock): string {
  const plain = (title['en-CA'] ?? '').normalize('NFD').replace(/[^\w\s-]/g, '');
  const words = plain
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
    .replace(/^[^a-z]+|-+$/g, '');
  const base = words.slice(0, 50) || 'view';
  const taken = new Set(['list', ...layouts.map(({ id }) => id)]);
  for (let count = 1; ; count++) {
    const id = count === 1 ? base : `${base}-${count}`;
    if (!taken.has(id)) return id;
  }
}

/** The fields that a part of the view may name. */
export function viewFields(model: Model, entity: EntityModel, { kind }: ViewForm) {
  const own = entity.fields.filter(({ stored, path, records }) => stored && !records && !path.includes('.'));
  return {
    by: own.filter((field) =>
      kind === 'board' ? kinds[field.kind].expression === 'choice' : formsGroups(field, model),
    ),
    days: own.filter((field) => kinds[field.kind].day),
    files: own.filter((field) => kinds[field.kind].refersTo === 'file'),
  };
}
