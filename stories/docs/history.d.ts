type Change = { readonly date: string; readonly subject: string };

/** File → its history; set by `.storybook/main.ts`. */
declare const __HISTORY__: Readonly<
  Record<string, { readonly since: string; readonly isNew: boolean; readonly changes: readonly Change[] }>
>;
