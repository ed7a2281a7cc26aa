/** A feature, which roles can hold. */
import type { DeclarationDraft } from '../declarationDraft.ts';
import { retitle } from '../retitle.ts';
import type { FeatureChange } from '../types.ts';
import { defineChange, ownText, textsOf } from './defineChange.ts';

export const featureKind = defineChange({
  kind: 'feature',
  apply: applyFeature,
  base: ({ name }, draft) => {
    const known = draft.seen('features')?.features.find(({ id }) => id === name);
    const title = known && textsOf(`feature.${name}`, known.title, draft);
    return known && { ...(title && { title }) };
  },
  subject: ({ title }, saying) => ({ code: 'feature', params: { title: ownText(title, saying) } }),
});

function applyFeature(change: FeatureChange, draft: DeclarationDraft): void {
  const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
  const title = retitle(change, { key: `feature.${change.name}`, texts: change.title, at: '/title' }, draft);
  const known = json.features.find(({ id }) => id === change.name);
  if (known) draft.mark(Object.assign(known, { title }), change);
  else json.features = [...json.features, draft.mark({ id: change.name, title }, change)];
}
