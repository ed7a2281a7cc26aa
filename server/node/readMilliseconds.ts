import { StartError } from '../errors/StartError.ts';

export function readMilliseconds(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  usual: number,
): number {
  const text = env[name];
  if (text === undefined || text === '') return usual;
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 100) return limit;
  throw new StartError(`${name} '${text}' is not understood. Use milliseconds, from 100 to 9999999.`);
}
