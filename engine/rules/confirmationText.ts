import type { CheckRule, DataRecord, EntityModel } from '../types/modelTypes.ts';
import { planOf } from './planOf.ts';
import { valueAt } from './pointers.ts';
import { readPatterns } from './readPatterns.ts';
import type { Issue } from './types.ts';
import { cleaned, idOf } from './values.ts';

/**
 * The text that identifies a confirmation: this rule, this place and these values, so that a change of any
 * value it reads asks again. The server signs it, so that clients cannot confirm without being asked.
 */
export function confirmationText(entity: EntityModel, record: DataRecord, issue: Issue): string {
  const rule = planOf(entity).checks.find((check) => check.id === issue.rule);
  const read = rule ? valuesRead(rule, record) : stable(cleaned(record));
  return `${entity.id}\n${issue.rule}\n${issue.path}\n${read}`;
}

function valuesRead(rule: CheckRule, record: DataRecord): string {
  const patterns = readPatterns(rule.each, rule.expression, rule.when, ...Object.values(rule.params));
  const names = [...new Set(patterns.map(({ pattern }) => pattern.split('.')[0] as string))].sort();
  return names.map((name) => `${name}=${stable(cleaned(valueAt(record, `/${name}`)))}`).join('\n');
}

/** JSON with sorted names; an expanded reference is replaced by its id, as stored. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => stable(idIfAlone(entry))).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${stable(member)}`);
  return `{${texts.sort().join()}}`;
}

function idIfAlone(entry: unknown): unknown {
  const isReference = typeof entry === 'object' && entry !== null && 'Id' in entry && 'Name' in entry;
  return isReference ? idOf(entry) : entry;
}
