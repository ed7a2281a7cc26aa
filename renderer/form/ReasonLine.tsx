import type { Reason } from '#engine';
import { RuleTrace } from '../actions/RuleTrace.tsx';
import { useUser } from '../data/App.tsx';
import { Badge } from '../parts/Badge.tsx';
import type { FormTools } from './FormTools.ts';
import styles from './form.module.css';

/** One reason: its effect, and where it is declared. */
export function ReasonLine({
  tools,
  reason,
  path,
}: {
  tools: Pick<FormTools, 'say' | 'form'>;
  reason: Reason;
  path: string;
}) {
  const explanation = tools.form.explain(path, reason.id);
  const { Features } = useUser();
  return (
    <li className={styles.reason}>
      <Badge>{tools.say(`ui.why.slot.${reason.slot}`)}</Badge>
      <span>{conditionText(tools, reason) ?? lockText(tools, reason) ?? reasonText(tools, reason)}</span>
      {Features.includes('Configuration.Edit') && <code className={styles.source}>{reason.id}</code>}
      {explanation && (
        <RuleTrace explanation={explanation} to={ruleAddress(tools.form.entity.id, reason.id)} />
      )}
    </li>
  );
}

/** Describes a rule without a message by the fields it reads, as its id means nothing to people. */
function conditionText({ say, form }: Pick<FormTools, 'say' | 'form'>, reason: Reason): string | undefined {
  if (reason.source !== 'rule' || reason.message) return undefined;
  const { rules, fields, fieldByPath } = form.entity;
  const rule = rules.state.find(({ id, slot }) => id === reason.id && slot === reason.slot);
  const labels = (rule?.expression.reads ?? []).flatMap(({ from, path: read }) => {
    const name = from === '$' && rule?.each ? `${rule.each}.${read.join('.')}` : read.join('.');
    const field = fieldByPath.get(name) ?? fields.find(({ expand }) => expand?.as === read[0]);
    return field ? [say(field.label)] : [];
  });
  const names = [...new Set(labels)].join(', ');
  return names === '' ? undefined : say(`ui.why.rule.${reason.slot}`, { fields: names });
}

/** Address of a rule in the configurator. */
export function ruleAddress(entity: string, rule: string): string {
  return `/configure/entities/${encodeURIComponent(entity)}/rules/${encodeURIComponent(rule)}`;
}

/** Why a value may not be changed, as a sentence; texts of the application are sentences already. */
function lockText({ say }: Pick<FormTools, 'say'>, reason: Reason): string | undefined {
  const { slot, source, id, message } = reason;
  if (slot !== 'editable' || !message?.startsWith('forbidden.reason.')) return undefined;
  const because = say('ui.why.locked', { reason: say(message, reason.params) });
  if (source !== 'policy' || id === '') return because;
  const names = id.split(', ').map((feature) => say(`feature.${feature}`));
  return `${because} ${say('ui.why.needs', { count: names.length, names: names.join(', ') })}`;
}

/** The declared message, or the kind of declaration that decides. */
export function reasonText({ say }: Pick<FormTools, 'say'>, reason: Reason): string {
  if (reason.message) return say(reason.message, reason.params);
  const name = reason.source === 'policy' ? say(`feature.${reason.id}`) : reason.id;
  return say(`ui.why.source.${reason.source}`, { name });
}
