declare module 'virtual:history' {
  type Change = { readonly date: string; readonly subject: string };
  export const history: Readonly<
    Record<string, { readonly since: string; readonly isNew: boolean; readonly changes: readonly Change[] }>
  >;
}
