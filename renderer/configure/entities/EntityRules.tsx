import { type EntityModel, formatMessage } from '#engine';
import { useLocale, useMessage } from '../../data/messages.tsx';
import styles from '../../parts/area.module.css';
import { Badge } from '../../parts/Badge.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Link } from '../../parts/Link.tsx';
import { addedFirst, findChange } from '../changes.ts';
import { type PlainColumn, PlainTable } from '../PlainTable.tsx';
import { type RuleRow, rulesOf } from '../rules/rulesOf.ts';
import { useWork } from '../work.tsx';

/** The rules of an entity. */
export function EntityRules({ entity }: { entity: EntityModel }) {
  const say = useMessage();
  const { draft, say: label } = useWork();
  const rules = addedFirst(rulesOf(entity), ({ id }) => findChange(draft.Changes, 'rule', id));
  const columns = useColumns(entity);
  if (rules.length === 0) return <EmptyState title={say('configure.rules.none')} />;
  return (
    <Card padding="flush">
      <PlainTable
        label={say('configure.rules.of', { name: label(entity.plural) })}
        columns={columns}
        rows={rules}
        rowId={({ id, slot }) => `${id} ${slot}`}
      />
    </Card>
  );
}

function useColumns(entity: EntityModel): readonly PlainColumn<RuleRow>[] {
  const say = useMessage();
  const locale = useLocale();
  const { model, draft, say: label } = useWork();
  const nameOf = (path: string) => {
    const field = entity.fieldByPath.get(path);
    return path === '*' ? say('configure.rule.all-fields') : field ? label(field.label) : path;
  };
  return [
    {
      id: 'what',
      title: say('configure.rule'),
      isHead: true,
      cell: (rule) => (
        <span className={styles.stack}>
          <span className={styles.line}>
            <Link to={`/configure/entities/${entity.id}/rules/${rule.id}`}>
              {say(`configure.slot.${rule.slot}`)}
            </Link>
            {findChange(draft.Changes, 'rule', rule.id) && (
              <Badge tone="accent">{say('configure.own')}</Badge>
            )}
          </span>
          <code className={styles.code}>{rule.id}</code>
        </span>
      ),
    },
    {
      id: 'fields',
      title: say('configure.fields'),
      cell: ({ fields }) => fields.map(nameOf).join(', ') || '–',
    },
    {
      id: 'says',
      title: say('configure.rule.message'),
      cell: ({ message }) => (message ? formatMessage(model, locale, message).replace(/<\/?b>/g, '') : '–'),
    },
  ];
}
