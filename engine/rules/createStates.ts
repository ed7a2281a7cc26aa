/** The states of fields of a settled record, computed on demand. */

import { mayAccess } from './access.ts';
import { fieldState } from './fieldState.ts';
import { fieldPointer, type Place, placeAt } from './places.ts';
import type { EntityPlan, FieldPlan } from './planTypes.ts';
import { patternOf } from './pointers.ts';
import type { Settled } from './settle.ts';
import type { FieldState, RuleContext } from './types.ts';

export type States = {
  readonly stateAt: (pointer: string) => FieldState;
  /** Whether the field and everything it is nested in is relevant. */
  readonly isRelevant: (pointer: string) => boolean;
  readonly isReadable: (plan: FieldPlan) => boolean;
};

const unknown: FieldState = {
  relevant: false,
  readable: false,
  required: false,
  editable: false,
  reasons: [],
};

/** States by pointer, for every field of the record and its rows. */
export function createStates(plan: EntityPlan, settled: Settled, context: RuleContext): States {
  const states = new Map<string, FieldState>();

  const stateOf = (target: FieldPlan, place: Place): FieldState => {
    const pointer = fieldPointer(place, target);
    const known = states.get(pointer);
    if (known) return known;
    const state = fieldState({
      plan: target,
      scope: place.scope,
      context,
      relevant: !settled.irrelevant.has(pointer),
      reasons: settled.cells.get(pointer)?.relevance ?? [],
      outer: outerState(target, place),
    });
    states.set(pointer, state);
    return state;
  };

  const outerState = (target: FieldPlan, place: Place): FieldState | undefined => {
    if (!target.parent) return undefined;
    if (target.parent.list === target.list) return stateOf(target.parent, place);
    const around = settled.places.of(target.parent.list);
    const holder = around.find((one) =>
      place.pointer.startsWith(`${fieldPointer(one, target.parent as FieldPlan)}/`),
    );
    return holder && stateOf(target.parent, holder);
  };

  return {
    stateAt: (pointer) => {
      const target = plan.byPattern.get(patternOf(pointer));
      if (!target?.pointer || !pointer.endsWith(target.pointer)) return unknown;
      const at = pointer.slice(0, pointer.length - target.pointer.length);
      const place = placeAt(settled.places.of(target.list), at);
      return place ? stateOf(target, place) : unknown;
    },
    isRelevant: (pointer) => settled.irrelevant.size === 0 || !isOff(settled.irrelevant, pointer),
    isReadable: (target) => !plan.hidesFields || isReadable(target, context),
  };
}

function isReadable({ policies }: FieldPlan, { user }: RuleContext): boolean {
  return policies.every(({ view }) => !view || mayAccess(view, user));
}

function isOff(irrelevant: ReadonlySet<string>, pointer: string): boolean {
  if (irrelevant.has(pointer)) return true;
  for (let end = pointer.lastIndexOf('/'); end > 0; end = pointer.lastIndexOf('/', end - 1)) {
    if (irrelevant.has(pointer.slice(0, end))) return true;
  }
  return false;
}
