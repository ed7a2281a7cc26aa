import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A hand-written source file and what it imports. */
export type Source = {
  readonly file: string;
  readonly folder: string;
  /** Its row of the table in ARCHITECTURE.md: the folder, or the side of an extension. */
  readonly row: string;
  /** The extension it is part of. */
  readonly extension?: string | undefined;
  readonly text: string;
  readonly lines: number;
  /** A test, a story or a helper of one: it may use the test tools. */
  readonly isTest: boolean;
  readonly imports: readonly { readonly to: string; readonly typeOnly: boolean }[];
  readonly program: unknown;
};

/** Every file git tracks or would add; build outputs and packages are ignored as in git. */
export function listFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1e8 }).split('\n');
  return names.filter((name) => name !== '' && existsSync(name)).sort();
}

/** The hand-written TypeScript of the repository, parsed. */
export function readSources(): Source[] {
  return listFiles()
    .filter((file) => /\.tsx?$/.test(file) && !/\.(generated|d)\.ts$/.test(file) && file.includes('/'))
    .map(readSource);
}

/** The repository file that a relative import resolves to. */
export function resolveRelative(source: Source, to: string): string {
  return path.posix.join(path.posix.dirname(source.file), to);
}

function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8');
  const { program, module } = parseSync(file, text);
  const statics = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
  }));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.moduleRequest ? [{ to: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
    ),
  );
  const dynamics = module.dynamicImports.flatMap(({ moduleRequest }) => {
    const to = /^['"](.+)['"]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1];
    return to ? [{ to, typeOnly: false }] : [];
  });
  const [, extension, side] = /^(?:.*\/)?extensions\/([^/]+)\/(engine|renderer|server)\//.exec(file) ?? [];
  const isStory = /\.stories\.tsx?$/.test(file);
  const folder = file.split('/')[0] as string;
  return {
    file,
    folder,
    // A story is located next to its widget, and renders it like all others.
    row: isStory ? 'stories' : side ? `extensions/*/${side}` : folder,
    extension,
    text,
    lines: text.split('\n').length,
    isTest:
      /\.(test|stories)\.tsx?$/.test(file) || file.startsWith('tests/') || file.startsWith('.storybook/'),
    imports: [...statics, ...reexports, ...dynamics],
    program,
  };
}
