import { compileModel } from '#engine';
import { compiledOnce } from '../../support/parseOnce.ts';
import { declarations } from './startApp.ts';

export const only = (feature: string) => `only ${feature}`;
export const allBut = (feature: string) => `all but ${feature}`;

/** The shipped declarations with two more roles for each feature; sample data has a person for every role. */
export function withRolesOfOne(features: readonly string[]) {
  const more = features.flatMap((feature) => [
    { id: only(feature), title: 'Only', features: [feature] },
    { id: allBut(feature), title: 'All but', features: ['*'], except: [feature] },
  ]);
  const files = declarations.files.map((one) => {
    if (one.file !== 'schemas/access/roles.json') return one;
    const json = one.json as { readonly roles: readonly object[] };
    return { ...one, json: { ...json, roles: [...json.roles, ...more] } };
  });
  const set = { ...declarations, files };
  return { set, compilation: compileModel(set, compiledOnce) };
}
