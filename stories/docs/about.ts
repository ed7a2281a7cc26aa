/** The text of a docs page; the rest comes from stories and schemas. */
export type About = {
  /** Widget name in declarations; absent for a part. */
  readonly widget?: string;
  /** Files in renderer/parts that this page documents. */
  readonly parts?: readonly string[];
  /** Its purpose, in one or two sentences. */
  readonly what: string;
  /** When to use it. */
  readonly use: readonly string[];
  /** When to use something else, and what. */
  readonly not: readonly string[];
  /** Its pieces in reading order, each as `Name: what it is`. */
  readonly anatomy: readonly string[];
  /** Keys → what they do. */
  readonly keyboard: Readonly<Record<string, string>>;
  /** What screen readers announce on focus and later. */
  readonly screenReader: string;
  /** Leaving soon; otherwise new until its first release, then stable. */
  readonly status?: 'retiring';
  /** Its states need the full width, so the themes stack. */
  readonly isWide?: boolean;
  /** It covers the page: its states are shown in frames of this height. */
  readonly frame?: number;
};

/** Value of `parameters.about`; a story file with it gets a docs page. */
export function docsOf(about: About): About {
  return about;
}
