/** What the types of the map refer to and no package brings. */
declare module 'svg-maps__common' {
  export type Map = {
    readonly viewBox: string;
    readonly locations: readonly { readonly id: string; readonly name: string; readonly path: string }[];
  };
}
