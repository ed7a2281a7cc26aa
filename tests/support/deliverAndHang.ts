/** Delivers over a real file and a real folder, and hangs in the middle until its parent kills it. */
import { createFileFolder } from '../../server/node/createFileFolder.ts';
import { createMappedShares } from '../../server/node/createMappedShares.ts';
import type { FileShares } from '../../server/ports/FileShares.ts';
import { openPostgresStore } from '../../server/store/postgres/openPostgresStore.ts';
import { openSqliteStore } from '../../server/store/sqlite/openSqliteStore.ts';
import { startApp } from '../api/support/startApp.ts';

export const share = '\\\\server\\share';

type Place = {
  readonly file: string;
  readonly folder: string;
  readonly now: string;
  /** `postgres://…`; absent: the file is the database. */
  readonly database?: string | undefined;
};

/** Files one round brings: this many, and then one whose end is never noted. */
export async function deliverAndHang({ file, folder, now, database }: Place, count: number): Promise<void> {
  const inner = createMappedShares([{ share, folder }]);
  let put = 0;
  const shares: FileShares = {
    put: async (one) => {
      await inner.put(one);
      put += 1;
      if (put <= count) return;
      console.log('here');
      // A timer keeps the process alive; the promise never resolves.
      await new Promise(() => setInterval(() => undefined, 1000));
    },
  };
  const files = createFileFolder(`${file}.files`);
  const store = database ? openPostgresStore({ url: database }) : openSqliteStore({ file });
  const app = await startApp({ store, seed: 'none', now, ports: { shares, files } });
  await app.runDue();
  console.log('all delivered');
}
