/** The approval that a transition waits for. */
import type { Approval, Approver } from '../declaration/types.generated.ts';
import type { ApprovalModel } from '../types/modelTypes.ts';
import { recipientKind } from './automationWords.ts';
import type { Place } from './compiler.ts';
import { modelOf } from './entityDraft.ts';
import type { RulesPlace } from './ruleContext.ts';
import { ruleScope } from './typeScope.ts';

/** The field of an account that names the person's superior. */
export const superiorField = 'SuperiorId';

/** Compiles the approval of a transition; whatever could never be decided is a finding. */
export function compileApproval(declared: Approval, at: Place, place: RulesPlace): ApprovalModel {
  const { compiler, draft, types } = place;
  const { by, needs = 'one', own, changes = 'restart', remind, days, escalate = [] } = declared;
  if (!draft.history)
    compiler.error(at, `${draft.id} has no x-history, which would keep who approved.`, {
      code: 'approval-without-history',
    });
  if (escalate.length > 0 && days === undefined)
    compiler.error({ file: at.file, path: `${at.path}/escalate` }, '"escalate" needs "days".', {
      code: 'approval-without-days',
    });
  for (const [index, one] of by.entries()) checkApprover(one, below(at, `by/${index}`), place);
  for (const [index, one] of escalate.entries()) checkApprover(one, below(at, `escalate/${index}`), place);
  return {
    ...{ by, needs, own: own === true, changes, remind, days, escalate },
    ...{ file: at.file, pointer: at.path, said: JSON.stringify(declared) },
    if:
      declared.if === undefined
        ? undefined
        : compiler.expression(
            declared.if,
            below(at, 'if'),
            () => ruleScope(types, modelOf(types, draft)),
            'boolean',
          ),
  };
}

const below = ({ file, path }: Place, part: string): Place => ({ file, path: `${path}/${part}` });

function checkApprover(
  { field, superior }: Approver,
  at: Place,
  { compiler, draft, types }: RulesPlace,
): void {
  if (field !== undefined) {
    compiler.use(`field:${draft.id}.${field}`, at);
    const found = draft.fieldByPath.get(field);
    if (!found?.stored || field.includes('.') || recipientKind(found) !== 'person')
      compiler.error(at, `${field} of ${draft.id} is no field with a person, who could approve.`, {
        code: 'approval-field',
        params: { field },
      });
  }
  if (superior && !types.entities.get('user')?.fieldByPath.has(superiorField))
    compiler.error(at, `Accounts of this application have no ${superiorField}.`, {
      code: 'approval-superior',
    });
}
