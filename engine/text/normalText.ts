/** Normalizes text for storage: visible content only. */

type Shape = {
  /** Line breaks and tabs are kept. */
  readonly multiline?: boolean;
};

/**
 * Composed (NFC), trimmed, without control and invisible characters. Joiners are kept where scripts and emoji
 * need them, no-break spaces where French uses them. In a single line, breaks and tabs become spaces.
 */
export function normalText(text: string, { multiline = false }: Shape = {}): string {
  if (isClean(text, multiline)) return text;
  const lines = multiline ? text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n') : oneLine(text);
  return withoutInvisible(lines).normalize('NFC').trim();
}

/** Removes invisible characters. */
export function withoutInvisible(text: string): string {
  if (!/[^\t\n\r -~]/.test(text)) return text;
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(invisible, '')
    .replace(joiners, '')
    .replace(selectors, '');
}

/** Joins lines and cells with spaces. */
function oneLine(text: string): string {
  if (!lineBreak.test(text)) return text;
  const lines = text.split(lineBreak).map((line) => line.trim());
  return lines.filter(Boolean).join(' ');
}

const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/**
 * Control characters except tab and line breaks; soft hyphens, direction marks, zero-width spaces and marks,
 * blank fillers, and tag characters outside flags.
 */
const invisible = new RegExp(
  [
    '(?![\\t\\n\\r])\\p{Cc}',
    '[\\u034f\\u17b4\\u17b5]',
    '[\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufeff\\uffa0\\ufff9-\\ufffb]',
    '(?<![\\u{1f3f4}\\u{e0020}-\\u{e007f}])[\\u{e0000}-\\u{e007f}]+',
  ].join('|'),
  'gu',
);

/** Scripts that use joiners and non-joiners. */
const joined =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Nko}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';
const pictures = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f';
/** Zero-width joiners and non-joiners without effect. */
const joiners = new RegExp(
  `(?<![${joined}])(?<![${pictures}](?=\\u200d\\p{Extended_Pictographic}))[\\u200c\\u200d]+`,
  'gu',
);

/** Variation selectors without a variant. */
const selectors = new RegExp(
  '(?<![\\p{Extended_Pictographic}\\p{Script=Han}\\p{Script=Mongolian}]|[0-9#*](?=\\ufe0f\\u20e3))' +
    '(?:[\\ufe00-\\ufe0f]|[\\u180b-\\u180d]|[\\u{e0100}-\\u{e01ef}])',
  'gu',
);

/** Nearly all texts are clean: checking each character is cheaper than the replacements. */
function isClean(text: string, multiline: boolean): boolean {
  const last = text.length - 1;
  if (last < 0) return true;
  for (let index = 0; index <= last; index++) {
    const unit = text.charCodeAt(index);
    const isPlain = (unit > 31 && unit < 127) || (unit > 0xbf && unit < 0x300) || (unit === 10 && multiline);
    if (!isPlain) return false;
  }
  return text.charCodeAt(0) > 32 && text.charCodeAt(last) > 32;
}
