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

export type UpgradeTake = 'mine' | 'shipped' | 'drop';

/** A change whose shipped base became another. */
export type UpgradedChange = {
  readonly Kind: ChangeKind;
  readonly Name: string;
  /** Somebody has to decide, or the application says by itself what the change says. */
  readonly State: 'conflicting' | 'obsolete';
  readonly Subject: string;
  readonly Choices: readonly UpgradeTake[];
  readonly Members: readonly UpgradedMember[];
  readonly Findings: readonly DraftFinding[];
};

/** One word of it, as texts: what was shipped, what is shipped now, what the change says. */
export type UpgradedMember = {
  readonly Name: string;
  readonly Title: string;
  readonly Was: string;
  readonly Is: string;
  readonly Says: string;
  readonly Moved: boolean;
};

/** What is said before a release is put in force. */
export type Reviewed = {
  readonly Findings: readonly DraftFinding[];
  /** What differs from the release in force, in words. */
  readonly Differences: readonly string[];
  readonly Effects: readonly DraftEffect[];
};

export type Draft = Reviewed & {
  readonly Revision: number;
  /** The release the draft stands on. */
  readonly Release: number;
  /** The release in force. */
  readonly Live: number;
  readonly Changes: readonly Change[];
  /** What a new version of the application means for the changes. */
  readonly Upgrade: {
    readonly Clean: readonly { readonly Kind: ChangeKind; readonly Name: string }[];
    readonly Affected: readonly UpgradedChange[];
  };
};

export type Release = {
  readonly Number: number;
  readonly PublishedDate: string;
  readonly PublishedBy: string;
  readonly Note: string | null;
  readonly Differences?: readonly string[];
};

/** What a publication answers: the release, and the version its declarations have in `/model`. */
export type PublishedRelease = Release & { readonly Version: string };
