import { StoreUnavailable } from '../types.ts';
import { openConnections } from './connections.ts';
import { connectionLimits, smallestPool } from './limits.ts';

/** Describes the server at an address; fails if it cannot be reached. */
export async function checkServer(url: string) {
  const connections = openConnections(url, { ...connectionLimits, pool: smallestPool });
  try {
    const text = `select current_setting('server_version_num')::int, current_setting('server_version'), current_setting('server_encoding'), current_schema()`;
    const [row = []] = await connections.read({ text, values: [] });
    const [version, name, encoding, schema] = row as [number, string, string, string | null];
    return { version, name, encoding, schema };
  } catch (error) {
    throw error instanceof StoreUnavailable ? error.cause : error;
  } finally {
    await connections.close();
  }
}
