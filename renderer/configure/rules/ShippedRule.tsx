import { type EntityModel, formatMessage } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Card } from '../../parts/Card.tsx';
import { RichText } from '../../parts/RichText.tsx';
import { Page } from '../Page.tsx';
import { useWork } from '../work.tsx';
import type { RuleRow } from './rulesOf.ts';

/** A shipped rule, read-only: another rule may tighten it, nothing can loosen it. */
export function ShippedRule({
  title,
  entity,
  rules,
}: {
  title: string;
  entity: EntityModel;
  rules: readonly RuleRow[];
}) {
  const say = useMessage();
  const locale = useLocale();
  const { model, say: label } = useWork();
  const nameOf = (path: string) => {
    const field = entity.fieldByPath.get(path);
    return path === '*' ? say('configure.rule.all-fields') : field ? label(field.label) : path;
  };
  return (
    <Page
      title={title}
      note={say('configure.rule.shipped')}
      crumbs={[
        { label: say('configure.entities'), to: '/configure' },
        { label: label(entity.plural), to: `/configure/entities/${entity.id}` },
      ]}
    >
      {rules.map((rule) => (
        <Card key={rule.slot} title={say(`configure.slot.${rule.slot}`)} id={`rule-${rule.slot}`}>
          <dl className={area.facts}>
            <dt>{say('configure.fields')}</dt>
            <dd>{rule.fields.map(nameOf).join(', ') || '–'}</dd>
            {rule.message && (
              <>
                <dt>{say('configure.rule.message')}</dt>
                <dd>
                  <RichText text={formatMessage(model, locale, rule.message)} />
                </dd>
              </>
            )}
            {[rule.when, rule.expression].map(
              (expression, index) =>
                expression && (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two places in a fixed order
                  <div key={index} className={area.fact}>
                    <dt>{say(index === 0 ? 'configure.rule.when' : 'configure.rule.text')}</dt>
                    <dd>
                      <code className={area.code}>{expression.text}</code>
                    </dd>
                  </div>
                ),
            )}
          </dl>
        </Card>
      ))}
    </Page>
  );
}
