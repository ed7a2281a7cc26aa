/** Where the parts of a JSON text stand; it reads what is not whole yet, as somebody types it. */
export type JsonPlace = {
  /** `/blocks/0/kind`. */
  readonly path: string;
  readonly from: number;
  readonly to: number;
  /** Where the name stands, of a member. */
  readonly name?: { readonly from: number; readonly to: number };
};

/** What would be written at a place: a member's name in the object at `path`, or the value at `path`. */
export type Writing = {
  readonly kind: 'name' | 'value';
  readonly path: string;
  readonly siblings: readonly string[];
};

type Level = {
  readonly isList: boolean;
  readonly path: string;
  readonly from: number;
  readonly names: string[];
} & {
  index: number;
  name?: Token;
  /** Between the colon and the comma. */
  isValue: boolean;
};

type Token = { readonly text: string; readonly from: number; readonly to: number };

const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** All values of the text, and what is being written where the cursor stands. */
export function readPlaces(text: string, cursor = -1): { places: readonly JsonPlace[]; writing?: Writing } {
  const places: JsonPlace[] = [];
  const levels: Level[] = [];
  let writing: Writing | undefined;
  const here = () => levels.at(-1);
  for (const { 0: token, index: from } of text.matchAll(tokens)) {
    if (!writing && cursor >= 0 && cursor <= from) writing = writingAt(here());
    const to = from + token.length;
    if (
      !writing &&
      cursor > from &&
      cursor < to + (/["\w]$/.test(token) ? 1 : 0) &&
      !/^[{}[\]:,]$/.test(token)
    )
      writing = writingAt(here());
    take({ text: token, from, to }, levels, places);
  }
  return { places, writing: writing ?? (cursor >= 0 ? writingAt(here()) : undefined) };
}

function take(token: Token, levels: Level[], places: JsonPlace[]): void {
  const level = levels.at(-1);
  const { text, from, to } = token;
  if (text === '{' || text === '[') {
    levels.push({ isList: text === '[', path: pathIn(level), from, names: [], index: 0, isValue: false });
  } else if (text === '}' || text === ']') {
    const ended = levels.pop();
    if (ended) places.push({ path: ended.path, from: ended.from, to, name: levels.at(-1)?.name });
  } else if (text === ':') {
    if (level) level.isValue = true;
  } else if (text === ',') {
    if (level) Object.assign(level, { index: level.index + 1, isValue: false, name: undefined });
  } else if (level && !level.isList && !level.isValue) {
    level.name = token;
    level.names.push(nameOf(token));
  } else places.push({ path: pathIn(level), from, to, name: level?.name });
}

/** The path of the value that comes next. */
function pathIn(level: Level | undefined): string {
  if (!level) return '';
  const step = level.isList ? String(level.index) : level.name ? nameOf(level.name) : '';
  return `${level.path}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

const nameOf = ({ text }: Token) => text.replace(/^"|"$/g, '');

function writingAt(level: Level | undefined): Writing | undefined {
  if (!level) return undefined;
  if (level.isList || level.isValue) return { kind: 'value', path: pathIn(level), siblings: [] };
  return { kind: 'name', path: level.path, siblings: level.names };
}

/** The part a finding is about; of one that is missing, what should hold it. */
export function placeOf(places: readonly JsonPlace[], path: string): JsonPlace | undefined {
  const found = places.find((place) => place.path === path);
  return found ?? (path === '' ? undefined : placeOf(places, path.replace(/\/[^/]*$/, '')));
}
