/** Functions available only in declarations. */

import { createFunctionTable } from '../expression/functions.ts';
import { type FunctionRecord, type FunctionTable, needs } from '../expression/functionTypes.ts';
import { type AccentTheme, accentContrast, readableAccent } from '../text/accent.ts';

const can: FunctionRecord = {
  name: 'can',
  parameters: [{ name: 'feature', type: 'text' }],
  result: { kind: 'boolean' },
  evaluate: ([feature], { scope }) => featuresOf(scope.vars.user).includes(feature),
  reads: [{ from: 'user', path: ['Features'] }],
  help: 'True when the person holds the feature.',
};

const themeOf = (text: unknown): AccentTheme => (text === 'dark' ? 'dark' : 'light');

/** Colours are checked by the same functions on screens and on the server. */
const colours: readonly FunctionRecord[] = [
  {
    name: 'contrast',
    parameters: [needs('colour', 'text'), needs('theme', 'text')],
    result: { kind: 'number' },
    evaluate: ([colour, theme]) => accentContrast(colour, themeOf(theme)),
    help: 'The lowest contrast of an accent colour in the theme (light, dark), as text and below text.',
  },
  {
    name: 'readable',
    parameters: [needs('colour', 'text'), needs('theme', 'text')],
    result: { kind: 'text' },
    evaluate: ([colour, theme]) => readableAccent(colour, themeOf(theme)),
    help: 'The nearest accent colour that can be read in the theme (light, dark): its contrast is 4.5 or more.',
  },
];

/** Bits by lookup item name. */
type FlagBits = ReadonlyMap<string, number>;

/** `$flag`: flags are one number, and only their lookup knows which bit has which name. */
function flagFunction(bits: FlagBits): FunctionRecord {
  return {
    name: 'flag',
    parameters: [
      { name: 'flags', type: 'number' },
      { name: 'flag', type: 'scalar' },
    ],
    result: { kind: 'boolean' },
    evaluate: ([value, wanted]) => {
      const bit = typeof wanted === 'string' ? bits.get(wanted) : Number(wanted ?? 0);
      return bit !== undefined && (Number(value ?? 0) & bit) === bit;
    },
    refuses: (text) =>
      bits.has(text)
        ? undefined
        : `No lookup of flags has an item ${text}. Known: ${[...bits.keys()].join(', ')}.`,
    help: 'True when the flags hold the named one, or all of other flags.',
  };
}

/** Item ids by lookup name. */
type ListedIds = ReadonlyMap<string, ReadonlySet<unknown>>;

/** `$listed`: lookups are settings too, which administrators may change. */
function listedFunction(lookups: ListedIds): FunctionRecord {
  return {
    name: 'listed',
    parameters: [
      { name: 'value', type: 'scalar' },
      { name: 'lookup', type: 'text' },
    ],
    result: { kind: 'boolean' },
    evaluate: ([value, lookup]) => lookups.get(String(lookup))?.has(value) === true,
    refuses: (text) =>
      lookups.has(text)
        ? undefined
        : `There is no lookup ${text}. Add schemas/lookups/${text}.json, or correct the name.`,
    help: 'True when the lookup has an item with this Id.',
  };
}

/** The functions of the expression profile and of declarations. */
export function createDeclarationFunctions(bits: FlagBits, lookups: ListedIds = new Map()): FunctionTable {
  return createFunctionTable([can, flagFunction(bits), listedFunction(lookups), ...colours]);
}

function featuresOf(user: unknown): readonly unknown[] {
  const features = (user as { Features?: unknown } | undefined)?.Features;
  return Array.isArray(features) ? features : [];
}
