/** Reports which pages a publication opens to people without a login, and which it closes. */
import type { Effect, Model, PublicFormModel } from '#engine';
import { formsOf } from '../forms/formNamed.ts';
import { textsOf } from './ruleEffects.ts';

type Step = { readonly live: Model; readonly next: Model };

export function formEffects({ live, next }: Step): readonly Effect[] {
  const before = openIn(live);
  const after = openIn(next);
  const opened = [...after.values()].filter(({ id }) => !before.has(id));
  const ended = [...before.values()].filter(({ id }) => !after.has(id));
  return [
    ...opened.map((form) => effect(next, form, 'effect.form-opens')),
    ...ended.map((form) => effect(live, form, 'effect.form-ends')),
  ];
}

const openIn = (model: Model): ReadonlyMap<string, PublicFormModel> =>
  new Map(formsOf(model).flatMap((form) => (form.off ? [] : [[form.id, form] as const])));

function effect(model: Model, { id, entity, address }: PublicFormModel, code: string): Effect {
  const plural = model.entities.get(entity)?.plural ?? '';
  return {
    ...{ verdict: 'Safe', count: 1, code, change: { kind: 'publicForm', name: id } },
    params: { entity: textsOf(model, plural), field: address },
  };
}
