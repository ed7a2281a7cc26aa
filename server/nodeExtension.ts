/** What an extension reaches of the server on Node alone: in its workers and its Node part. */

export { createTaskThread } from './node/createTaskThread.ts';
export { readFonts } from './node/readFonts.ts';
export { serveTasks } from './node/serveTasks.ts';
