/** Passwords that attackers try first. The list is loaded on first use and cached. */
import unhomoglyph from 'unhomoglyph';
import { cleanUserName } from '../operations/userNames.ts';

let list: Promise<ReadonlySet<string>> | undefined;

/** Whether it is a common password, also with added digits, capitals and symbols. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  const known = await list;
  return variantsOf(password).some((variant) => variant === '' || known.has(variant));
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].map(String));
}

/** The words behind a password; empty if it has only digits and symbols. */
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

/** Without leading and trailing digits and symbols. */
const withoutEnds = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');

/** One repetition of a repeated text. */
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

/** Decodes spellings such as `p@ssw0rd` and drops accents; trailing symbols were added and stay. */
function plainLetters(text: string): string {
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '');
  const end = /[^\p{L}]+$/u.exec(bare)?.index ?? bare.length;
  return [...bare].map((sign, at) => (at < end ? meant(sign) : sign)).join('');
}

/** ASCII is kept: unhomoglyph would turn `m` into `rn`. */
const meant = (sign: string): string =>
  signs[sign] ?? (sign > '\u007f' ? unhomoglyph(sign).toLowerCase() : sign);
