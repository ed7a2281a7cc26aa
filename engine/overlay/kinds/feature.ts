/** A feature, which roles can hold. */
import type { DeclarationDraft } from '../declarationDraft.ts';
import { declaredFeature, declaredFeatures } from '../declaredFeatures.ts';
import { retitle } from '../retitle.ts';
import type { FeatureChange } from '../types.ts';
import { defineChange, ownText, textsOf } from './defineChange.ts';

export const featureKind = defineChange({
  kind: 'feature',
  apply: applyFeature,
  base: ({ name }, draft) => {
    const known = declaredFeatures(draft).find(({ id }) => id === name);
    const title = known && textsOf(`feature.${name}`, known.title, draft);
    return known && { ...(title && { title }) };
  },
  subject: ({ title }, saying) => ({ code: 'feature', params: { title: ownText(title, saying) } }),
});

function applyFeature(change: FeatureChange, draft: DeclarationDraft): void {
  const title = retitle(change, { key: `feature.${change.name}`, texts: change.title, at: '/title' }, draft);
  const known = declaredFeature(draft, change.name);
  if (known) draft.mark(Object.assign(known, { title }), change);
  else {
    const { json } = draft.named('features') ?? draft.add('schemas/access/features.json', { features: [] });
    json.features = [...json.features, draft.mark({ id: change.name, title }, change)];
  }
}
