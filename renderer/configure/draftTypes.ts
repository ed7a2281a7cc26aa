/** What the server answers about a draft. */
import type { Change } from '#engine';

export type ChangeKind = Change['kind'];

/** Something said about a change, in the language of the call; `At` is a pointer in the change. */
export type DraftFinding = {
  readonly Change?: { readonly Kind: ChangeKind; readonly Name: string } | null;
  readonly At?: string | null;
  readonly Level: 'error' | 'warning';
  readonly Code: string;
  readonly Message: string;
};

/** What publishing does to stored records. */
export type DraftEffect = {
  readonly Verdict: 'Safe' | 'Migratable' | 'Refused';
  readonly Count: number;
  readonly Message: string;
  readonly Change?: { readonly Kind: ChangeKind; readonly Name: string } | null;
};

/** A change that somebody else changed too, in a release that came meanwhile. */
export type DraftConflict = {
  readonly Kind: ChangeKind;
  readonly Name: string;
  readonly Mine: Change | null;
  readonly Theirs: Change | null;
};

export type Draft = {
  readonly Revision: number;
  /** The release the draft stands on. */
  readonly Release: number;
  /** The release in force. */
  readonly Live: number;
  readonly Changes: readonly Change[];
  readonly Findings: readonly DraftFinding[];
  /** What differs from the release in force, in words. */
  readonly Differences: readonly string[];
  readonly Effects: readonly DraftEffect[];
};

export type Release = {
  readonly Number: number;
  readonly PublishedDate: string;
  readonly PublishedBy: string;
  readonly Note: string | null;
  readonly Differences?: readonly string[];
};
