/** Small sets of declarations for tests; what a test omits gets defaults. */
import { checkDeclarations } from '../check/checkDeclarations.ts';
import { parseExpression } from '../expression/parseExpression.ts';
import type { DeclarationFile, Finding, Model } from '../types/modelTypes.ts';

const idField = { type: 'string', format: 'uuid', title: 'Id', readOnly: true };

const defaults: DeclarationFile = {
  file: 'schemas/defaults.json',
  json: {
    settings: { pageSize: 10, maximumPageSize: 1000, textFilterMinimumLength: 3, bodyLimitBytes: 1048576 },
    systemFields: { Id: idField, Revision: { type: 'integer', title: 'Revision', readOnly: true } },
  },
};

const access: readonly DeclarationFile[] = [
  {
    file: 'schemas/access/features.json',
    json: {
      features: [
        { id: 'Thing.View', title: 'View things' },
        { id: 'Thing.Edit', title: 'Edit things' },
      ],
    },
  },
  {
    file: 'schemas/access/roles.json',
    json: {
      roles: [
        { id: 'admin', title: 'Administrator', features: ['*'] },
        { id: 'viewer', title: 'Viewer', features: ['*.View'] },
      ],
    },
  },
];

/** The given files over defaults, two features and two roles; a given file replaces the default one. */
export function declarationSet(files: Readonly<Record<string, unknown>>): { files: DeclarationFile[] } {
  const given = Object.entries(files).map(([file, json]) => ({ file, json }));
  const silent = [defaults, ...access].filter(({ file }) => !(file in files));
  return { files: [...silent, ...given] };
}

/** Findings of a set; errors only by default. */
export function findingsOf(
  files: Readonly<Record<string, unknown>>,
  severity: Finding['severity'] = 'error',
): readonly Finding[] {
  const { findings } = checkDeclarations(declarationSet(files), { parse: parseExpression });
  return findings.filter((finding) => finding.severity === severity);
}

/** The model of a set; findings about shape or missing texts are ignored unless there is no model. */
export function modelOfFiles(files: Readonly<Record<string, unknown>>): Model {
  const { compilation, findings } = checkDeclarations(declarationSet(files), { parse: parseExpression });
  if (!compilation)
    throw new Error(findings.map(({ file, path, message }) => `${file}#${path}: ${message}`).join('\n'));
  return compilation.model;
}
