/** Prints records and lists. */
import { defineExtension } from '#server/extension';
import { printing } from './printing.ts';

export default defineExtension({ id: 'print', printing });
