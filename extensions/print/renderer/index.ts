/** With this extension, records and lists offer to be printed as PDF. */
import { defineExtension } from '#renderer';

export default defineExtension({ id: 'print', prints: true });
