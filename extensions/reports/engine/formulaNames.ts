/** What formulas may name beside fields and parameters; all in small letters, as the language asks for no case. */

export const aggregateNames: ReadonlySet<string> = new Set([
  ...['sum', 'avg', 'min', 'max', 'count', 'countdistinct', 'countrows', 'first', 'last', 'rownumber'],
]);

/** Names of functions of one value and their counts of operands, least and most. */
export const functionShapes: Readonly<Record<string, readonly [number, number]>> = {
  ...{ iif: [3, 3], switch: [2, 40], choose: [2, 40], isnothing: [1, 1], nothing: [0, 0] },
  ...{ format: [2, 2], formatnumber: [1, 2], formatcurrency: [1, 2], formatpercent: [1, 2] },
  ...{ formatdatetime: [1, 2], cstr: [1, 1], cint: [1, 1], cdbl: [1, 1], cdec: [1, 1], cdate: [1, 1] },
  ...{ cbool: [1, 1], val: [1, 1], len: [1, 1], left: [2, 2], right: [2, 2], mid: [2, 3], trim: [1, 1] },
  ...{ ucase: [1, 1], lcase: [1, 1], replace: [3, 3], instr: [2, 2], join: [1, 2], round: [1, 2] },
  ...{ abs: [1, 1], int: [1, 1], fix: [1, 1], floor: [1, 1], ceiling: [1, 1], year: [1, 1] },
  ...{ month: [1, 1], day: [1, 1], now: [0, 0], today: [0, 0], monthname: [1, 1], isnumeric: [1, 1] },
};

export const globalNames: ReadonlySet<string> = new Set([
  ...['pagenumber', 'totalpages', 'overallpagenumber', 'overalltotalpages', 'executiontime', 'reportname'],
  ...['userid', 'language'],
]);
