/** Patterns that a text of a few dozen letters keeps busy for hours: what repeats holds what repeats, or choices that overlap. */

type Group = {
  /** What stands at the start of each of its choices. */
  readonly starts: (string | undefined)[];
  /** What repeats without end in it; `undefined` is a group. */
  readonly repeated: (string | undefined)[];
  overlaps: boolean;
};

const tokens =
  /\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?|[\s\S]/giu;
const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/;

/** Whether matching may take longer than any text deserves; a pattern that cannot be read is not judged. */
export function isSlowPattern(pattern: string): boolean {
  const open: Group[] = [newGroup()];
  for (let at = 0; at < pattern.length; ) {
    tokens.lastIndex = at;
    const token = tokens.exec(pattern)?.[0] ?? '';
    at += token.length;
    const group = open.at(-1) as Group;
    if (token.startsWith('(')) open.push(newGroup());
    else if (token === '|') group.starts.push(undefined);
    else if (token !== '^' && token !== '$') {
      const times = quantifier.exec(pattern.slice(at, at + 20))?.[0] ?? '';
      at += times.length;
      const inner = token === ')' && open.length > 1 ? open.pop() : undefined;
      const holder = open.at(-1) as Group;
      if (inner && isEndless(times) && isAmbiguous(inner)) return true;
      note(holder, inner ?? token, times);
    }
  }
  return false;
}

const newGroup = (): Group => ({ starts: [undefined], repeated: [], overlaps: false });

function note(group: Group, part: Group | string, times: string): void {
  const text = typeof part === 'string' ? part : undefined;
  if (group.starts.at(-1) === undefined)
    group.starts[group.starts.length - 1] = text !== undefined && times === '' ? text : '(';
  if (isEndless(times)) group.repeated.push(text);
  if (typeof part === 'string') return;
  group.repeated.push(...part.repeated);
  group.overlaps ||= part.overlaps || areOverlapping(part.starts);
}

/** More than a few times. */
function isEndless(times: string): boolean {
  const most = /^\{\d+,(\d*)\}/.exec(times)?.[1];
  return /^[*+]/.test(times) || (most !== undefined && (most === '' || Number(most) > 10));
}

/** Whether a text may be split into repetitions of the group in more than one way. */
function isAmbiguous({ starts, repeated, overlaps }: Group): boolean {
  if (overlaps || areOverlapping(starts)) return true;
  // A mark that nothing repeated in it can be, such as the comma of (,\d+)*, says where each repetition starts.
  return repeated.some((part) => starts.some((mark) => !isApart(mark, part)));
}

function areOverlapping(starts: Group['starts']): boolean {
  return starts.some((one, at) => starts.some((other, place) => place > at && !isApart(one, other)));
}

/** Whether one plain letter is nothing that the other part matches; told of letters only. */
function isApart(one: string | undefined, other: string | undefined): boolean {
  const [letter, part] = isLetter(one) ? [one, other] : [other, one];
  if (!isLetter(letter) || part === undefined || part === '(') return false;
  try {
    return !new RegExp(`^(?:${part})$`, 'u').test(letter.replace('\\', ''));
  } catch {
    return false;
  }
}

function isLetter(part: string | undefined): part is string {
  return part !== undefined && (/^\\[^\w]$/u.test(part) || /^[^\\[(.]$/u.test(part));
}
