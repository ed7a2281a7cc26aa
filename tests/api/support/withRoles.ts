/** The shipped declarations with more roles; sample data has a person for every role. */
import { compileModel, type DeclarationSet } from '#engine';
import { compiledOnce } from '../../support/parseOnce.ts';
import { declarations } from './startApp.ts';

type Role = { readonly features: readonly string[]; readonly except?: readonly string[] };

export function withRoles(more: Readonly<Record<string, Role>>, added: DeclarationSet['files'] = []) {
  const roles = Object.entries(more).map(([id, role]) => ({ id, title: id, ...role }));
  const files = declarations.files.map((one) => {
    if (one.file !== 'schemas/access/roles.json') return one;
    const json = one.json as { readonly roles: readonly object[] };
    return { ...one, json: { ...json, roles: [...json.roles, ...roles] } };
  });
  const set = { ...declarations, files: [...files, ...added] };
  return { set, compilation: compileModel(set, compiledOnce) };
}
