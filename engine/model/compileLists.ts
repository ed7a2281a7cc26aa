/** Lookups, features and roles. */

import type { FeatureModel, LookupItem, LookupModel, RoleModel } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import { fitsPattern } from './fitsPattern.ts';
import type { Sources } from './sources.ts';

/** Lookups by id; their titles become messages. */
export function compileLookups(
  sources: Sources,
  compiler: Compiler,
  titles: Map<string, string>,
): ReadonlyMap<string, LookupModel> {
  const lookups = new Map<string, LookupModel>();
  for (const { file, json } of sources.lookup) {
    if (lookups.has(json.$id)) compiler.error({ file, path: '/$id' }, `There are two lookups ${json.$id}.`);
    reportTwins(
      json.items.map((item) => String(item.Id)),
      { file, path: '/items' },
      compiler,
    );
    for (const item of json.items) titles.set(`lookup.${json.$id}.${item.Name}`, item.title);
    compiler.listed.set(json.$id, new Set(json.items.map(({ Id }) => Id)));
    lookups.set(json.$id, {
      id: json.$id,
      items: json.items.map(({ title: _title, ...item }) => item as LookupItem),
    });
  }
  return lookups;
}

/** Features by id. */
export function compileFeatures(
  sources: Sources,
  compiler: Compiler,
  titles: Map<string, string>,
): ReadonlyMap<string, FeatureModel> {
  const features = new Map<string, FeatureModel>();
  for (const { file, json } of sources.features) {
    const before = [...features.keys()];
    const own = json.features.map((feature) => feature.id);
    reportTwins([...before, ...own], { file, path: '/features' }, compiler);
    for (const feature of json.features) {
      titles.set(`feature.${feature.id}`, feature.title);
      const named = feature.named ? { isNamed: true as const } : {};
      features.set(feature.id, { id: feature.id, title: `feature.${feature.id}`, ...named });
    }
  }
  return features;
}

/** Roles with wildcards resolved to features. */
export function compileRoles(
  sources: Sources,
  features: ReadonlyMap<string, FeatureModel>,
  compiler: Compiler,
  titles: Map<string, string>,
): ReadonlyMap<string, RoleModel> {
  const roles = new Map<string, RoleModel>();
  for (const { file, json } of sources.roles) {
    json.roles.forEach((role, index) => {
      const place = { file, path: `/roles/${index}` };
      titles.set(`role.${role.id}`, role.title);
      const held = matching(role.features, features);
      const without = new Set(matching(role.except ?? [], features));
      for (const pattern of [...role.features, ...(role.except ?? [])])
        if (matching([pattern], features).length === 0)
          compiler.error(place, `Role ${role.id} names ${pattern}, but there is no such feature.`);
      roles.set(role.id, { id: role.id, features: held.filter((feature) => !without.has(feature)) });
    });
  }
  return roles;
}

function matching(
  patterns: readonly string[],
  features: ReadonlyMap<string, FeatureModel>,
): readonly string[] {
  return [...features.values()]
    .filter(({ id, isNamed }) =>
      patterns.some((pattern) => (isNamed ? pattern === id || pattern === '*' : fitsPattern(pattern, id))),
    )
    .map(({ id }) => id);
}

function reportTwins(
  names: readonly string[],
  place: { file: string; path: string },
  compiler: Compiler,
): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) compiler.error(place, `${name} is listed twice. Keep one.`);
    seen.add(name);
  }
}
