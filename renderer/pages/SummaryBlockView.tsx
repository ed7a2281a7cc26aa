import type { Scope, SummaryItem } from '#engine';
import { checksShown, useSummaryLists, valuesWith } from '../actions/useSummaryLists.ts';
import { useModel, useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { PersonName } from '../data/PersonName.tsx';
import { evaluateOn, type ScreenScope } from '../data/screenScope.ts';
import { useText } from '../data/useText.ts';
import type { BlockProps } from '../extension/blockProps.ts';
import { CellValue } from '../grid/CellValue.tsx';
import { PartialNote } from '../grid/PartialNote.tsx';
import styles from './SummaryBlockView.module.css';
import { SummaryChecks } from './SummaryChecks.tsx';
import { SummaryLink } from './SummaryLink.tsx';

/** A record at a glance: its facts in one row, missing things in the next. */
export function SummaryBlockView({ block, scope }: BlockProps<'summary'>) {
  const { lists, isReady } = useSummaryLists(block, scope);
  const { Features } = useUser();
  const title = useText(block.title, scope);
  const values = valuesWith(lists, scope);
  const isShown = ({ access, visible }: Pick<SummaryItem, 'access' | 'visible'>) =>
    allows(access, Features) && evaluateOn(visible, values, !visible) === true;
  const checks = checksShown(block, values, Features);
  return (
    <section className={styles.summary} id={block.id} aria-label={title || undefined}>
      <dl className={styles.facts}>
        {block.items.filter(isShown).map((item) => (
          <Fact key={item.label} {...{ item, values, scope, isReady }} />
        ))}
      </dl>
      <PartialNote isPartial={Object.values(lists).some((list) => list.IsPartial)} />
      {checks.length > 0 && <SummaryChecks {...{ block, checks, values, scope, isReady }} />}
    </section>
  );
}

type FactProps = {
  readonly item: SummaryItem;
  readonly values: Scope;
  readonly scope: ScreenScope;
  readonly isReady: boolean;
};

function Fact({ item, values, scope, isReady }: FactProps) {
  const say = useMessage();
  const [model, locale] = [useModel(), useLocale()];
  const value = evaluateOn(item.value, values, undefined);
  const by = evaluateOn(item.by, values, undefined);
  const isWaiting = value === undefined && !isReady;
  const format = { kind: item.kind, options: {} };
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{say(item.label)}</dt>
      <dd className={styles.value} data-state={isWaiting ? 'waiting' : 'ready'}>
        <SummaryLink to={item.to} scope={scope}>
          {isWaiting ? '…' : <CellValue value={value} format={format} tools={{ model, locale, say }} />}
        </SummaryLink>
        {typeof by === 'string' && by !== '' && (
          <span className={styles.note}>
            <PersonName userName={by} />
          </span>
        )}
      </dd>
    </div>
  );
}
