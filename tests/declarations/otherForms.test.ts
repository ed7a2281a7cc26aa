/** A refusal may name any field of an entity: its message links to a form that shows the field. */
import { describe, expect, it } from 'vitest';
import { type DataRecord, type FormBlock, type FormState, type Model, newRecord } from '#engine';
import { createForm } from '../../engine/form/createForm.ts';
import { formWith, isInSight } from '../../renderer/form/otherForms.ts';
import { realModel } from './realModel.ts';

const id = '0195b3c0-0000-7000-8000-000000000001';
const everything = (model: Model) => [...model.features.keys()];
const user = { Id: id, UserName: 'u', DisplayName: 'U', Roles: [], Features: [] };

type Place = { readonly block: FormBlock; readonly fields: readonly string[] };

/** The forms of an entity that edit a record of the screen, whatever the record's content. */
function placesOf(model: Model, entity: string): readonly Place[] {
  return [...model.screens.values()].flatMap(({ blocks }) =>
    blocks.flatMap((block) =>
      block.kind === 'form' && block.entity === entity && block.record !== undefined && !block.visible
        ? [{ block, fields: block.sections.flatMap(({ items }) => items.map(({ field }) => field)) }]
        : [],
    ),
  );
}

function formOf(model: Model, entity: string, record: DataRecord, placed?: readonly string[]): FormState {
  const found = model.entities.get(entity);
  if (!found) throw new Error(entity);
  const context = { model, user, today: '2026-11-20', now: '2026-11-20T12:00:00Z', locale: 'en-CA' as const };
  const start = { ...newRecord(found, { ...context, action: 'create' }), ...record };
  return createForm({ entity: found, record: start, isNew: false, context, validators: {}, placed });
}

describe('a field outside the current form', () => {
  it('has a form that shows it, for every field that any form of its entity places', () => {
    const model = realModel();
    const lost: string[] = [];
    let count = 0;
    for (const { id: entity } of model.entities.values()) {
      const places = placesOf(model, entity);
      const form = formOf(model, entity, { Id: id });
      for (const field of new Set(places.flatMap(({ fields }) => fields))) {
        count += 1;
        const other = formWith(field, {
          model,
          form,
          features: everything(model),
          scope: {
            route: { productId: id, planId: id },
            query: {},
            data: { product: { Id: id } },
            user,
            reload: async () => {},
          },
          here: '/elsewhere',
        });
        const shows = other?.block.sections.some(({ items }) => items.some((item) => item.field === field));
        if (
          !other?.to.endsWith(`#${other.block.id}/${field.split('.')[0]}`) ||
          other.to.includes('//') ||
          !shows
        )
          lost.push(`${entity}.${field}`);
      }
    }
    expect(count).toBeGreaterThan(80);
    expect(lost).toEqual([]);
  });

  it('is known to be hidden, and has no link for those who may open no such screen', () => {
    const model = realModel();
    const form = formOf(model, 'product', { Id: id }, ['Name']);
    expect(isInSight(form, { path: '/Name' })).toBe(true);
    expect(isInSight(form, { path: '' })).toBe(true);
    for (const path of ['/Description', '/PlanCoverageItems/0/Nothing', '/Nowhere'])
      expect(isInSight(form, { path }), path).toBe(false);
    const plan = formOf(model, 'plan', { Id: id });
    const scope = { route: { productId: id }, query: {}, data: {}, user, reload: async () => {} };
    expect(formWith('Name', { model, form: plan, features: [], scope, here: '/' })).toBeUndefined();
  });
});
