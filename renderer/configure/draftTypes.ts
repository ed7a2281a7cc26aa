/** Answers of the server about a draft. */
import type { Change } from '#engine';

export type ChangeKind = Change['kind'];

/** A finding in the language of the call; `At` is a JSON pointer into the change. */
export type DraftFinding = {
  readonly Change?: { readonly Kind: ChangeKind; readonly Name: string } | null;
  readonly At?: string | null;
  readonly Level: 'error' | 'warning';
  readonly Code: string;
  readonly Message: string;
};

/** An effect of the publication on stored records. */
export type DraftEffect = {
  readonly Verdict: 'Safe' | 'Migratable' | 'Refused';
  readonly Count: number;
  /** Counts only the records that this person may see. */
  readonly IsPartial?: boolean;
  readonly Message: string;
  readonly Change?: { readonly Kind: ChangeKind; readonly Name: string } | null;
};

/** A change that a newer release also makes. */
export type DraftConflict = {
  readonly Kind: ChangeKind;
  readonly Name: string;
  readonly Mine: Change | null;
  readonly Theirs: Change | null;
};

export type UpgradeTake = 'mine' | 'shipped' | 'drop';

/** A change whose shipped base was updated. */
export type UpgradedChange = {
  readonly Kind: ChangeKind;
  readonly Name: string;
  /** Conflicting changes need a decision; obsolete ones say what the application now says itself. */
  readonly State: 'conflicting' | 'obsolete';
  readonly Subject: string;
  readonly Choices: readonly UpgradeTake[];
  readonly Members: readonly UpgradedMember[];
  readonly Findings: readonly DraftFinding[];
};

/** One compared value as text: formerly shipped, now shipped, and in the change. */
export type UpgradedMember = {
  readonly Name: string;
  readonly Title: string;
  readonly Was: string;
  readonly Is: string;
  readonly Says: string;
  readonly Moved: boolean;
};

/** The review of a release before publication. */
export type Reviewed = {
  readonly Findings: readonly DraftFinding[];
  /** Differences from the release in force, as sentences. */
  readonly Differences: readonly string[];
  readonly Effects: readonly DraftEffect[];
};

export type Draft = Reviewed & {
  readonly Revision: number;
  /** The release that the draft is based on. */
  readonly Release: number;
  /** The release in force. */
  readonly Live: number;
  readonly Changes: readonly Change[];
  /** How an application upgrade affects the changes. */
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

/** Answer to a publication: the release, and the version of its declarations in `/model`. */
export type PublishedRelease = Release & { readonly Version: string };
