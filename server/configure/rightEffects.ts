/** Reports who gets newly created rights: role patterns match new features without naming them. */
import { type Effect, formatMessage, type Locale, locales, type Model, sameValue } from '#engine';
import { isAllowed } from '../operations/authorize.ts';

type Step = { readonly live: Model; readonly next: Model };

/** For each new entity and feature: the roles that will have it after publication. */
export function rightEffects(step: Step): readonly Effect[] {
  return [...entityEffects(step), ...rowEffects(step), ...featureEffects(step)];
}

function entityEffects({ live, next }: Step): readonly Effect[] {
  return [...next.entities.values()]
    .filter(({ id }) => !live.entities.has(id))
    .map((entity): Effect => {
      const holding = (may: 'view' | 'update') =>
        rolesWith(next, (features) => isAllowed(entity.policy[may], features));
      const viewers = holding('view');
      return {
        verdict: 'Safe',
        count: viewers.length,
        change: { kind: 'entity', name: entity.id },
        code: 'entity-seen-by',
        params: {
          entity: inEach((locale) => formatMessage(next, locale, entity.plural)),
          viewers: named(next, viewers),
          editors: named(next, holding('update')),
        },
      };
    });
}

/** For each entity whose row access changes: the roles that still see every record. */
function rowEffects({ live, next }: Step): readonly Effect[] {
  return [...next.entities.values()]
    .filter(({ id, rowAccess }) => rowAccess && !sameValue(rowAccess, live.entities.get(id)?.rowAccess))
    .map(({ id, plural, rowAccess }): Effect => {
      const seeing = rolesWith(next, (features) => features.has(rowAccess?.unless?.feature ?? ''));
      return {
        verdict: 'Safe',
        count: seeing.length,
        change: { kind: 'entity', name: id },
        code: 'rows-limited',
        params: {
          entity: inEach((locale) => formatMessage(next, locale, plural)),
          roles: named(next, seeing),
        },
      };
    });
}

/** Features of an entity are reported with the entity. */
function featureEffects({ live, next }: Step): readonly Effect[] {
  return [...next.features.values()]
    .filter(({ id }) => !live.features.has(id) && !id.startsWith('Custom.'))
    .map(({ id }): Effect => {
      const holders = rolesWith(next, (features) => features.has(id));
      return {
        verdict: 'Safe',
        count: holders.length,
        change: { kind: 'feature', name: id },
        code: 'feature-held-by',
        params: {
          feature: inEach((locale) => formatMessage(next, locale, `feature.${id}`)),
          roles: named(next, holders),
        },
      };
    });
}

function rolesWith(model: Model, may: (features: ReadonlySet<string>) => boolean): readonly string[] {
  return [...model.roles.values()].filter(({ features }) => may(new Set(features))).map(({ id }) => id);
}

const inEach = (text: (locale: Locale) => string) =>
  Object.fromEntries(locales.map((locale) => [locale, text(locale)])) as Record<Locale, string>;

const named = (model: Model, roles: readonly string[]) =>
  inEach((locale) =>
    roles.length === 0
      ? formatMessage(model, locale, 'overlay.no-role')
      : roles.map((role) => formatMessage(model, locale, `role.${role}`)).join(', '),
  );
