import { Navigate, useParams } from 'react-router';
import type { EntityModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { pageOfChange } from '../../data/pageOfChange.ts';
import { NotFoundPage } from '../../shell/NotFoundPage.tsx';
import { findChange } from '../changes.ts';
import { useWork } from '../work.tsx';
import { RuleEditor } from './RuleEditor.tsx';
import { emptyRule, formOfRule } from './ruleForm.ts';
import { rulesOf } from './rulesOf.ts';
import { ShippedRule } from './ShippedRule.tsx';

/** A rule of an entity: new, in the draft, or shipped and read-only. */
export function RulePage() {
  const { entityId = '', '*': ruleId = '' } = useParams();
  const { model } = useWork();
  const entity = model.entities.get(entityId);
  return entity ? <RuleOf key={`${entityId} ${ruleId}`} entity={entity} ruleId={ruleId} /> : <NotFoundPage />;
}

function RuleOf({ entity, ruleId }: { entity: EntityModel; ruleId: string }) {
  const say = useMessage();
  const { draft, model, say: label } = useWork();
  const name = label(entity.title);
  if (ruleId === 'new')
    return (
      <RuleEditor
        title={say('configure.rule.new', { entity: name })}
        entity={entity}
        start={emptyRule(entity.id)}
        isNew
      />
    );
  const change = findChange(draft.Changes, 'rule', ruleId);
  const title = say('configure.rule.title', { entity: name, rule: ruleId.replace(`${entity.id}.`, '') });
  if (change?.check) return <RuleEditor title={title} entity={entity} start={formOfRule(change)} />;
  const rules = rulesOf(entity).filter(({ id }) => id === ruleId);
  const [kind, of] = rules[0]?.overlay?.split(/\/(.*)/) ?? [];
  // Conditions of own fields are edited on the page of the field.
  const page = kind === 'field' && of ? pageOfChange(model, { kind, name: of }) : undefined;
  if (page) return <Navigate to={page} replace />;
  return rules.length > 0 ? <ShippedRule title={title} entity={entity} rules={rules} /> : <NotFoundPage />;
}
