/** The menu entry of an entity of the overlay as a form, and back. */
import type { EntityChange, Model } from '#engine';
import { kebabName } from '../storedName.ts';
import { type PartialTexts, wholeTexts } from '../TextsField.tsx';

export type MenuForm = {
  /** A group of the menu, or `newGroup`. */
  readonly group?: string | undefined;
  readonly title?: PartialTexts | undefined;
  readonly order?: number | undefined;
  readonly icon?: string | undefined;
  readonly tone?: MenuTone | undefined;
};

export type MenuTone = NonNullable<NonNullable<EntityChange['menu']>['tone']>;
export const menuTones: readonly MenuTone[] = ['accent', 'positive', 'warning', 'negative'];

/** The choice of a group that does not exist yet; no group can have this id. */
export const newGroup = '+';

export const menuFormOf = ({ icon, menu = {} }: EntityChange): MenuForm => ({ ...menu, icon });

/** Why the menu entry is incomplete, as a message key. */
export function menuProblem(model: Model, form: MenuForm): string | undefined {
  if (form.group !== newGroup) return undefined;
  if (!wholeTexts(form.title ?? {})) return 'configure.menu.group.incomplete';
  const id = groupId(form);
  return model.menu.some((group) => group.id === id) ? 'configure.menu.group.taken' : undefined;
}

const groupId = ({ title = {} }: MenuForm): string => kebabName(title['en-CA'] ?? '');

/** The words of the change. `groups`: the titles that other entities of the draft give their groups. */
export function menuWords(
  form: MenuForm,
  groups: ReadonlyMap<string, EntityChange>,
): Pick<EntityChange, 'icon' | 'menu'> {
  const { icon, tone, order } = form;
  const isNew = form.group === newGroup;
  const group = isNew ? groupId(form) : form.group;
  const title = isNew ? wholeTexts(form.title ?? {}) : group && groups.get(group)?.menu?.title;
  const menu = {
    ...(group && { group }),
    ...(title && { title }),
    ...(order !== undefined && { order }),
    ...(tone && { tone }),
  };
  return { ...(icon && { icon }), ...(Object.keys(menu).length > 0 && { menu }) };
}

/** Of each group that an entity of the draft titles, one that does. */
export function titledGroups(
  changes: readonly { readonly kind: string }[],
): ReadonlyMap<string, EntityChange> {
  const entities = changes.filter((change): change is EntityChange => change.kind === 'entity');
  return new Map(
    entities.flatMap((change) =>
      change.menu?.group && change.menu.title ? [[change.menu.group, change] as const] : [],
    ),
  );
}

type MenuPlace = {
  /** The screen or group it follows; absent: the first place. */
  readonly after?: { readonly title: string; readonly id: string };
  readonly order: number;
};

/** The places within a group, or for a new group the places among the groups. */
export function menuPlaces(model: Model, group: string | undefined, own: string): readonly MenuPlace[] {
  const orders =
    group === newGroup
      ? model.menu.map(({ id, title, screens }) => ({ id, title, order: screens[0]?.menu?.order ?? 0 }))
      : (model.menu.find(({ id }) => id === (group ?? 'custom'))?.screens ?? [])
          .filter(({ id }) => id !== own)
          .map(({ id, title, menu }) => ({
            id,
            title: 'message' in title ? title.message : id,
            order: menu?.order ?? 0,
          }));
  const first = orders[0]?.order;
  const places = orders.map(({ id, title, order }, at) => {
    const next = orders[at + 1]?.order;
    return { after: { id, title }, order: next === undefined ? order + 10 : (order + next) / 2 };
  });
  return first === undefined ? [] : [{ order: first - 10 }, ...places];
}

/** The place whose neighbour an order has; undefined while none was chosen. */
export function placeAt(places: readonly MenuPlace[], order: number | undefined): number | undefined {
  if (order === undefined) return undefined;
  const exact = places.findIndex((place) => place.order === order);
  if (exact >= 0) return exact;
  const before = places.filter((place, at) => at === 0 || place.order <= order).length - 1;
  return before >= 0 ? before : undefined;
}
