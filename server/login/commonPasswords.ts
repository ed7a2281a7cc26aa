/** Passwords that everybody tries first. The list is read when somebody chooses a password, and kept. */
import unhomoglyph from 'unhomoglyph';
import { cleanUserName } from '../operations/userNames.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether it is one of them, or one with the digits, capitals and signs that people add to please a rule. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  const known = await list;
  return variantsOf(password).some((variant) => variant === '' || known.has(variant));
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** What stands behind a password; empty where there are digits and signs and nothing else. */
function variantsOf(password: string): readonly string[] {
  const plain = cleanUserName(password).toLowerCase();
  const letters = plainLetters(plain);
  const bare = [plain, letters].flatMap((text) => [
    text,
    withoutEnds(text),
    text.replace(/[^\p{L}\p{N}]/gu, ''),
  ]);
  const all = bare.flatMap((text) => [text, onceOf(text), withoutEnds(text.replace(/[^\p{L}\p{N}]/gu, ''))]);
  return [...new Set(all)];
}

/** Digits and signs before and behind. */
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** One time of what is written several times over. */
const onceOf = (text: string): string => /^(.+?)\1+$/u.exec(text)?.[1] ?? text;

const signs: Readonly<Record<string, string>> = {
  ...{
    '@': 'a',
    '4': 'a',
    '3': 'e',
    '€': 'e',
    '1': 'i',
    '!': 'i',
    '0': 'o',
    $: 's',
    '5': 's',
    '7': 't',
    '+': 't',
  },
};

/** `p@ssw0rd` as it is meant, without accents; signs at the end are those that were added. */
function plainLetters(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  const end = /[^\p{L}]+$/u.exec(bare)?.index ?? bare.length;
  return [...bare].map((sign, at) => (at < end ? meant(sign) : sign)).join('');
}

/** ASCII as it stands: to look alike, `m` is written `rn`. */
const meant = (sign: string): string =>
  signs[sign] ?? (sign > '\u007f' ? unhomoglyph(sign).toLowerCase() : sign);
