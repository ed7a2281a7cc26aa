import type { MigrationStep } from '../store/types.ts';

const mostLines = 12;

/**
 * Describes a start's migration for the operator: one line for a new database; otherwise one per change of a
 * field, and the number of indexes.
 */
export function describeMigration(steps: readonly MigrationStep[]): readonly string[] {
  if (steps.length === 0) return [];
  const tables = steps.filter(({ kind }) => kind === 'create-table').length;
  const indexes = steps.filter(({ kind }) => kind === 'create-index' || kind === 'drop-index').length;
  const changes = steps.filter(({ kind }) => kind !== 'create-table' && !kind.endsWith('-index'));
  const counts = [
    ...(tables > 0 ? [`${tables} tables`] : []),
    ...(indexes > 0 ? [`${indexes} indexes`] : []),
    ...(changes.length > 0 ? [`${changes.length} changes of fields`] : []),
  ];
  const more = changes.length - mostLines;
  return [
    `database: ${counts.join(', ')}`,
    ...changes.slice(0, mostLines).map(({ says }) => `  ${says}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
