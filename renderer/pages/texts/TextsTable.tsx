import { memo } from 'react';
import { type Locale, locales, type Model } from '#engine';
import type { Say } from '../../data/messages.tsx';
import { TextCell } from './TextCell.tsx';
import { cellKey, type Drafts, type TextRow, textIn } from './textRows.ts';
import styles from './texts.module.css';

type Props = {
  readonly label: string;
  readonly rows: readonly TextRow[];
  readonly drafts: Drafts;
  readonly issues: ReadonlyMap<string, string>;
  readonly model: Model;
  readonly isReadOnly: boolean;
  readonly say: Say;
  readonly onType: (row: TextRow, locale: Locale, text: string) => void;
};

/** The texts in both languages, side by side. */
export function TextsTable({ label, rows, drafts, issues, ...props }: Props) {
  const { say } = props;
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{say('texts.column.field')}</th>
          {locales.map((locale) => (
            <th key={locale} scope="col">
              {say(`texts.language.${locale}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.key}
            {...props}
            row={row}
            english={textIn(row, 'en-CA', drafts)}
            french={textIn(row, 'fr-CA', drafts)}
            englishIssue={issues.get(cellKey(row, 'en-CA'))}
            frenchIssue={issues.get(cellKey(row, 'fr-CA'))}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<Props, 'label' | 'rows' | 'drafts' | 'issues'> & {
  readonly row: TextRow;
  readonly english: string;
  readonly french: string;
  readonly englishIssue: string | undefined;
  readonly frenchIssue: string | undefined;
};

/** Memoized, as there may be thousands of rows. */
const Row = memo(function Row({ row, model, say, isReadOnly, onType, ...texts }: RowProps) {
  const { EntityType, Property, Name } = row.entry;
  const entity = model.entities.get(EntityType);
  const field = say(entity?.fieldByPath.get(Property)?.label ?? Property);
  const kind = say(entity?.title ?? EntityType);
  const cells = [
    { locale: 'en-CA', value: texts.english, issue: texts.englishIssue },
    { locale: 'fr-CA', value: texts.french, issue: texts.frenchIssue },
  ] as const;
  return (
    <tr className={styles.row}>
      <th scope="row">
        <span className={styles.name}>{Name}</span>
        <span className={styles.what}>
          {kind} · {field}
        </span>
      </th>
      {cells.map(({ locale, value, issue }) => {
        const language = say(`texts.language.${locale}`);
        const state = stateOf(value, row.stored[locale], issue);
        return (
          <td key={locale} data-label={language} data-state={state}>
            <TextCell
              locale={locale}
              label={say('texts.cell', { text: `${Name}, ${field}`, language: say(`texts.in.${locale}`) })}
              value={value}
              placeholder={say('texts.empty')}
              state={state}
              issue={issue}
              isReadOnly={isReadOnly}
              onChange={(text) => onType(row, locale, text)}
              onRestore={() => onType(row, locale, row.stored[locale])}
            />
          </td>
        );
      })}
    </tr>
  );
});

function stateOf(value: string, stored: string, issue: string | undefined) {
  if (issue) return 'refused';
  if (value !== stored) return 'changed';
  return value.trim() === '' ? 'missing' : 'same';
}
