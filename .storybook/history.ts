/** Since when each widget and part exists, and its latest changes, read from Git. */
import { execFileSync } from 'node:child_process';

const latest = 5;

type Change = { readonly date: string; readonly subject: string };
type FileHistory = { readonly since: string; readonly isNew: boolean; readonly changes: readonly Change[] };

/** File → history; empty outside a Git checkout. A file is new until the first release that contains it. */
export function readHistory(): Readonly<Record<string, FileHistory>> {
  const log = git('log', '--format=%x00%as%x01%s', '--name-only', '--', 'renderer', 'extensions');
  const released = git('describe', '--tags', '--abbrev=0').trim();
  const shipped = released && new Set(git('ls-tree', '-r', '--name-only', released).split('\n'));
  const found = new Map<string, Change[]>();
  for (const commit of log.split('\0').slice(1)) {
    const [head = '', ...files] = commit.split('\n').filter((line) => line !== '');
    const [date = '', subject = ''] = head.split('\x01');
    for (const file of files) found.set(file, [...(found.get(file) ?? []), { date, subject }]);
  }
  return Object.fromEntries(
    [...found].map(([file, changes]) => {
      const since = changes.at(-1)?.date ?? '';
      return [
        file,
        { since, isNew: shipped !== '' && !shipped.has(file), changes: changes.slice(0, latest) },
      ];
    }),
  );
}

function git(...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' });
  } catch {
    return '';
  }
}
