/** The elements of a definition file, and what is said of those that are not understood. */

/** Said of an element of a definition that is not understood: by its name and line. */
export type DefinitionFinding = {
  readonly Element: string;
  readonly Line: number;
  /** What of it: a function that is not known, a formula that cannot be read. */
  readonly About?: string;
};

/** An element of a definition file, with the line it begins on. */
export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  readonly text: string;
  readonly line: number;
  /** Of another namespace than the report: what a designer notes for itself. */
  readonly isForeign?: boolean;
};
