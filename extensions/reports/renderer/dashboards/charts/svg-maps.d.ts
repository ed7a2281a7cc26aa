/** Types that the map's typings import but no package provides. */
declare module 'svg-maps__common' {
  export type Map = {
    readonly viewBox: string;
    readonly locations: readonly { readonly id: string; readonly name: string; readonly path: string }[];
  };
}
