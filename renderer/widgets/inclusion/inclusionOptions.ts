import type { RecordSource, WidgetProps } from '../types.ts';

/** Widget props with validated options. */
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

/** Maps the meanings of row fields to names, as declared by the screen; the widget knows no entity. */
export type InclusionOptions = {
  /** Label field of items and groups. */
  readonly label: string;
  readonly itemId: string;
  readonly item: string;
  readonly optional: string;
  readonly excluded: string;
  readonly included: string;
  /** Lookup of Included (first item) and Optional (second). */
  readonly inclusionLookup: string;
  readonly availableItems: RecordSource;
  /** Field of the list of groups. */
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

/** Reads the declared options, or returns the names of missing ones. */
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
