/** The package has no types; these cover what is used. */
declare module 'fontkit' {
  export const create: import('./fontTypes.ts').Fontkit['create'];
}
