/** Set-up of each test file on PostgreSQL: what the file opened is closed and dropped when it ends. */
import { afterAll } from 'vitest';
import { dropCopies } from './startApp.ts';

afterAll(dropCopies);
