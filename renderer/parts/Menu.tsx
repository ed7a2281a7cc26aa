import { Check, type LucideIcon } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './Icon.tsx';
import styles from './popover.module.css';

export type MenuEntry = {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly note?: string;
  readonly tone?: 'neutral' | 'danger';
  readonly disabled?: boolean;
  /** Why it is disabled: it stays in the menu, shows the reason, and does nothing. */
  readonly refusal?: string | undefined;
  /** Called when chosen while refused, to explain why beside the menu button. */
  readonly onRefused?: (anchor: Element) => void;
  readonly onAction?: () => void;
  /** Entries of one section are grouped under this title, which may be empty. */
  readonly section?: string;
  /** Makes it a radio item of its section; true for the current one. */
  readonly checked?: boolean;
};

type MenuProps = {
  /** The button that opens the menu. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly placement?: 'bottom start' | 'bottom end' | 'top start';
};

/** A menu of actions behind a button. */
export function Menu({ trigger, label, entries, placement = 'bottom end' }: MenuProps) {
  const box = useRef<HTMLSpanElement>(null);
  // Focus must return to the button before the explanation opens.
  const refuse = (entry: MenuEntry) =>
    requestAnimationFrame(() => {
      const button = box.current?.querySelector('button');
      if (button) entry.onRefused?.(button);
    });
  return (
    <MenuTrigger>
      <span ref={box} className={styles.trigger}>
        {trigger}
      </span>
      <Popover className={styles.popover} placement={placement} offset={4}>
        <AriaMenu className={styles.list} aria-label={label}>
          {inSections(entries).map((section) => (
            <Section key={section[0]?.id} entries={section} label={label} onRefused={refuse} />
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

type SectionProps = {
  readonly entries: readonly MenuEntry[];
  readonly label: string;
  readonly onRefused: (entry: MenuEntry) => void;
};

function Section({ entries, label, onRefused }: SectionProps) {
  const title = entries[0]?.section;
  const isChoice = entries.some((entry) => entry.checked !== undefined);
  return (
    <MenuSection
      className={styles.group}
      aria-label={title || label}
      selectionMode={isChoice ? 'single' : 'none'}
      selectedKeys={entries.filter((entry) => entry.checked).map((entry) => entry.id)}
      disallowEmptySelection
    >
      {title && <Header className={styles.section}>{title}</Header>}
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} isChoice={isChoice} onRefused={onRefused} />
      ))}
    </MenuSection>
  );
}

type EntryProps = Pick<SectionProps, 'onRefused'> & { readonly entry: MenuEntry; readonly isChoice: boolean };

function Entry({ entry, isChoice, onRefused }: EntryProps) {
  const note = entry.refusal ?? entry.note;
  return (
    <MenuItem
      id={entry.id}
      className={styles.option}
      textValue={entry.label}
      isDisabled={entry.disabled}
      onAction={entry.refusal ? () => onRefused(entry) : entry.onAction}
      data-tone={entry.tone}
      data-refused={entry.refusal ? true : undefined}
    >
      {entry.icon && <Icon icon={entry.icon} />}
      <span className={styles.text}>
        {entry.label}
        {note && <span className={styles.note}>{note}</span>}
      </span>
      {isChoice && <Check className={styles.check} aria-hidden="true" />}
    </MenuItem>
  );
}

/** Groups adjacent entries of the same section. */
function inSections(entries: readonly MenuEntry[]): readonly (readonly MenuEntry[])[] {
  const sections: MenuEntry[][] = [];
  for (const entry of entries) {
    const last = sections.at(-1);
    if (last && last[0]?.section === entry.section) last.push(entry);
    else sections.push([entry]);
  }
  return sections;
}
