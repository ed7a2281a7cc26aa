/** What is open, according to the address. */
export type Opened =
  | { readonly mode: 'none' }
  | { readonly mode: 'create' }
  | { readonly mode: 'edit'; readonly id: string }
  | { readonly mode: 'copy'; readonly id: string };
