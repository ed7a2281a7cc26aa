import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and its parents one by one: Node's recursive `mkdir` never returns if the file system
 * refuses new folders.
 */
export async function makeFolder(path: string): Promise<void> {
  try {
    await makeOne(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeOne(path);
  }
}

/** Another process may have created it meanwhile. */
async function makeOne(path: string): Promise<void> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
