/** What people can do around a record (`activity` of behaviour.json). */
import type { Access } from './basicTypes.ts';
import type { FileLimits } from './fieldTypes.ts';

export type ActivityModel = {
  readonly comments?: { readonly write: Access };
  readonly files?: { readonly write: Access; readonly limits: FileLimits; readonly count: number };
  readonly followers: boolean;
  readonly restore: boolean;
  readonly related: boolean;
  readonly duplicate?: { readonly without: readonly string[] };
  readonly print: boolean;
  readonly share: boolean;
  /** Older changes are deleted from the history; absent: kept. */
  readonly historyYears?: number;
};

/** The parts that can be switched on one by one, in display order. */
export const activityParts = [
  'comments',
  'files',
  'followers',
  'restore',
  'related',
  'duplicate',
  'print',
  'share',
] as const satisfies readonly (keyof ActivityModel)[];

export type ActivityPart = (typeof activityParts)[number];
