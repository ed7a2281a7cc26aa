/** Constants and members of enumerations; all in small letters, as the language asks for no case. */
import type { SheetValue } from '#engine';

const numbered = (prefix: string, names: string, from = 0): Record<string, number> =>
  Object.fromEntries(names.split(' ').map((name, at) => [`${prefix}${name}`, from + at]));

const days = 'sunday monday tuesday wednesday thursday friday saturday';

const intervals = {
  ...{ year: 'yyyy', quarter: 'q', month: 'm', dayofyear: 'y', day: 'd', weekofyear: 'ww', weekday: 'w' },
  ...{ hour: 'h', minute: 'n', second: 's' },
};

const signs = {
  ...{ crlf: '\r\n', newline: '\r\n', cr: '\r', lf: '\n', tab: '\t', nullchar: '\0', formfeed: '\f' },
  ...{ back: '\b', verticaltab: '\v' },
};

const prefixed = <Value>(prefix: string, of: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [`${prefix}${name}`, value]));

export const constants: Readonly<Record<string, SheetValue>> = {
  ...prefixed('vb', signs),
  ...prefixed('controlchars.', { ...signs, quote: '"' }),
  ...{ 'environment.newline': '\r\n', vbnullstring: null, 'string.empty': '' },
  ...prefixed('dateinterval.', intervals),
  ...numbered('dateformat.', 'generaldate longdate shortdate longtime shorttime'),
  ...numbered('vb', 'generaldate longdate shortdate longtime shorttime'),
  ...numbered('firstdayofweek.', `system ${days}`),
  ...numbered('dayofweek.', days),
  ...numbered('vb', days, 1),
  ...{ vbusesystemdayofweek: 0 },
  ...numbered('firstweekofyear.', 'system jan1 firstfourdays firstfullweek'),
  ...numbered('vb', 'usesystem firstjan1 firstfourdays firstfullweek'),
  ...numbered('comparemethod.', 'binary text'),
  ...{ vbbinarycompare: 0, vbtextcompare: 1 },
  ...{ 'midpointrounding.toeven': 'ToEven', 'midpointrounding.awayfromzero': 'AwayFromZero' },
  ...{ 'tristate.true': -1, 'tristate.false': 0, 'tristate.usedefault': -2 },
  ...{ vbtrue: -1, vbfalse: 0, vbusedefault: -2 },
  ...numbered('vbstrconv.', 'none uppercase lowercase propercase'),
  ...numbered('vb', 'uppercase lowercase propercase', 1),
  ...{ 'duedate.endofperiod': 0, 'duedate.begofperiod': 1 },
  ...{ 'math.pi': Math.PI, 'math.e': Math.E },
  ...{ 'integer.maxvalue': 2_147_483_647, 'integer.minvalue': -2_147_483_648 },
};

/** Places that names may be written with, which change nothing. */
export const namespaces: ReadonlySet<string> = new Set([
  ...['microsoft', 'visualbasic', 'system', 'strings', 'dateandtime', 'interaction', 'information'],
  ...['conversion', 'financial', 'constants', 'vbmath', 'text'],
]);

/** Types whose members are functions or constants, and what they are also called. */
export const classes: Readonly<Record<string, string>> = {
  ...{ math: 'math', string: 'string', datetime: 'datetime', date: 'datetime', timespan: 'timespan' },
  ...{ convert: 'convert', integer: 'integer', int32: 'int32', long: 'long', int64: 'int64' },
  ...{ double: 'double', decimal: 'decimal', single: 'single', boolean: 'boolean', array: 'array' },
  ...{ environment: 'environment', controlchars: 'controlchars', dateinterval: 'dateinterval' },
  ...{ dateformat: 'dateformat', firstdayofweek: 'firstdayofweek', dayofweek: 'dayofweek' },
  ...{ firstweekofyear: 'firstweekofyear', comparemethod: 'comparemethod', vbstrconv: 'vbstrconv' },
  ...{ midpointrounding: 'midpointrounding', tristate: 'tristate', duedate: 'duedate' },
};

/** What `CType(value, Integer)` does. */
export const typeConversions: Readonly<Record<string, string>> = {
  ...{ integer: 'cint', int32: 'cint', long: 'clng', short: 'cshort', byte: 'cbyte', double: 'cdbl' },
  ...{ single: 'csng', decimal: 'cdec', string: 'cstr', boolean: 'cbool', date: 'cdate' },
  ...{ datetime: 'cdate', object: 'cobj', char: 'cchar' },
};
