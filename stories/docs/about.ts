/** What a documentation page says in words; everything else on it is drawn from the stories and the schemas. */
export type About = {
  /** The widget as a screen names it; of a part nothing. */
  readonly widget?: string;
  /** The files in renderer/parts that this page documents. */
  readonly parts?: readonly string[];
  /** What it is for: one or two sentences. */
  readonly what: string;
  /** Where it is right. */
  readonly use: readonly string[];
  /** Where something else is right, and what. */
  readonly not: readonly string[];
  /** Its pieces in reading order, each as `Name: what it is`. */
  readonly anatomy: readonly string[];
  /** Keys as a person presses them → what happens. */
  readonly keyboard: Readonly<Record<string, string>>;
  /** What is heard when it has the focus, and what is announced later. */
  readonly screenReader: string;
  /** Its states need the whole width: one theme below the other. */
  readonly isWide?: boolean;
  /** It covers the page: its states are shown in frames this high. */
  readonly frame?: number;
};

/** What `parameters.about` of a story file holds: with it, the file has a documentation page. */
export function docsOf(about: About): About {
  return about;
}
