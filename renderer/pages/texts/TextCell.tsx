import { type KeyboardEvent, memo } from 'react';
import type { Locale } from '#engine';
import styles from './texts.module.css';

type Props = {
  readonly locale: Locale;
  readonly label: string;
  readonly value: string;
  readonly placeholder: string;
  readonly state: 'same' | 'changed' | 'missing' | 'refused';
  readonly issue: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  /** Restores the stored text. */
  readonly onRestore: () => void;
};

/** One text in one language, in a table with spreadsheet keys. */
export const TextCell = memo(function TextCell(props: Props) {
  const { locale, label, value, placeholder, state, issue, isReadOnly, onChange, onRestore } = props;
  return (
    <>
      <textarea
        className={styles.text}
        data-language={locale}
        data-state={state}
        rows={1}
        lang={locale}
        aria-label={label}
        aria-invalid={issue !== undefined || undefined}
        aria-description={issue}
        placeholder={placeholder}
        readOnly={isReadOnly}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && state !== 'same') onRestore();
          else walk(event, locale);
        }}
      />
      {issue && <p className={styles.issue}>{issue}</p>}
    </>
  );
});

/** Enter moves down, Shift+Enter up, Alt+Enter adds a line; arrow keys leave at the ends of the text. */
function walk(event: KeyboardEvent<HTMLTextAreaElement>, locale: Locale): void {
  const { key, shiftKey, altKey, ctrlKey, metaKey, currentTarget: cell, nativeEvent } = event;
  if (nativeEvent.isComposing || ctrlKey || metaKey) return;
  const { selectionStart, selectionEnd, value } = cell;
  const [atStart, atEnd] = [selectionEnd === 0, selectionStart === value.length];
  const steps: Readonly<Record<string, () => boolean>> = {
    Enter: () => (altKey ? insertLine(cell) : go(cell, locale, shiftKey ? -1 : 1)),
    ArrowDown: () => !shiftKey && (atEnd || isOneLine(cell)) && go(cell, locale, 1),
    ArrowUp: () => !shiftKey && (atStart || isOneLine(cell)) && go(cell, locale, -1),
    ArrowRight: () => !shiftKey && atEnd && across(cell, 'fr-CA'),
    ArrowLeft: () => !shiftKey && atStart && across(cell, 'en-CA'),
  };
  if (steps[key]?.()) event.preventDefault();
}

function insertLine(cell: HTMLTextAreaElement): boolean {
  cell.setRangeText('\n', cell.selectionStart, cell.selectionEnd, 'end');
  cell.dispatchEvent(new Event('input', { bubbles: true }));
  return true;
}

/** Whether the cell is one line high. */
function isOneLine(cell: HTMLTextAreaElement): boolean {
  return cell.clientHeight < 2 * Number.parseFloat(getComputedStyle(cell).lineHeight);
}

/** Focuses the next text of the language. Always true: at either end there is none. */
function go(cell: HTMLTextAreaElement, locale: Locale, by: number): boolean {
  const cells = [...(cell.closest('table')?.querySelectorAll<HTMLTextAreaElement>(selectorOf(locale)) ?? [])];
  const next = cells[cells.indexOf(cell) + by];
  next?.focus();
  next?.select();
  return true;
}

function across(cell: HTMLTextAreaElement, locale: Locale): boolean {
  const next = cell.closest('tr')?.querySelector<HTMLTextAreaElement>(selectorOf(locale));
  if (!next || next === cell) return false;
  next.focus();
  next.select();
  return true;
}

const selectorOf = (locale: Locale): string => `textarea[data-language="${locale}"]`;
