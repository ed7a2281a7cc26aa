/** The package brings no types; these are of what is used. */
declare module 'fontkit' {
  export const create: import('./fontTypes.ts').Fontkit['create'];
}
