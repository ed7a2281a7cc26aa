/** What is open, as the address says it. */
export type Opened =
  | { readonly mode: 'none' }
  | { readonly mode: 'create' }
  | { readonly mode: 'edit'; readonly id: string }
  | { readonly mode: 'copy'; readonly id: string };
