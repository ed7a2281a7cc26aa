/** Lines and headers of a member of a table, without those of the groups within. */
import type { Cell, Member } from './types.ts';

/** Rows of the body that stand in an instance itself, not in a group within. */
export const linesOf = (member: Member): readonly number[] =>
  member.row === undefined ? member.members.filter(({ group }) => !group).flatMap(linesOf) : [member.row];

/** Those of an instance itself, and of the lines that stand in it. */
export const headersOf = (member: Member): readonly (Cell | undefined)[] => [
  member.header,
  ...member.members.filter(({ group }) => !group).flatMap(headersOf),
];

export const everyRow = (member: Member): readonly number[] =>
  member.row === undefined ? member.members.flatMap(everyRow) : [member.row];
