/** What an extension reaches of the server on Node alone: in its workers and its Node part. */
export { readFonts } from './node/readFonts.ts';
