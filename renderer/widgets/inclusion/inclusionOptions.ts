import type { RecordSource, WidgetProps } from '../types.ts';

/** The widget once its options are known to be whole. */
export type InclusionProps = WidgetProps & { readonly inclusion: InclusionOptions };

const textNames = [
  'add',
  'available',
  'inclusion',
  'incomplete',
  'columnGroup',
  'columnItem',
  'columnExcluded',
  'columnIncluded',
  'columnInclusion',
  'columnActions',
  'remove',
  'editMutuals',
  'mutuals',
  'none',
  'exclusion',
  'inclusionRelation',
  'mutualsIncomplete',
  'empty',
] as const;

type InclusionText = (typeof textNames)[number];

/** Which fields of the rows mean what, as the screen declares it: the widget itself knows no entity. */
export type InclusionOptions = {
  /** Field that names an item and a group. */
  readonly label: string;
  readonly itemId: string;
  readonly item: string;
  readonly optional: string;
  readonly excluded: string;
  readonly included: string;
  /** Lookup of Included (its first item) and Optional (its second). */
  readonly inclusionLookup: string;
  readonly availableItems: RecordSource;
  /** List field of the groups, beside the list of items. */
  readonly groups: string;
  readonly groupId: string;
  readonly group: string;
  /** List of items inside a group. */
  readonly groupItems: string;
  readonly availableGroups: RecordSource;
  readonly mutualsDelayMilliseconds: number;
  readonly texts: Readonly<Record<InclusionText, string>>;
};

const names = [
  'label',
  'itemId',
  'item',
  'optional',
  'excluded',
  'included',
  'inclusionLookup',
  'groups',
  'groupId',
  'group',
  'groupItems',
] as const;

/** Reads the declared options; undefined, with the names that are missing, where the declaration is not whole. */
export function readInclusionOptions(
  options: Readonly<Record<string, unknown>>,
): { options: InclusionOptions } | { missing: readonly string[] } {
  const texts = (options.texts ?? {}) as Record<string, unknown>;
  const missing = [
    ...names.filter((name) => typeof options[name] !== 'string'),
    ...(['availableItems', 'availableGroups'] as const).filter((name) => !isSource(options[name])),
    ...textNames.filter((name) => typeof texts[name] !== 'string').map((name) => `texts.${name}`),
  ];
  if (missing.length > 0) return { missing };
  return { options: { mutualsDelayMilliseconds: 0, ...options } as unknown as InclusionOptions };
}

function isSource(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as RecordSource).find === 'string';
}
