import { Button, Select } from '#renderer';
import type { Shown } from './link.ts';
import styles from './playground.module.css';
import { roles, screens } from './shipped.ts';

type Props = {
  readonly shown: Shown;
  readonly link?: string;
  readonly onChange: (shown: Shown) => void;
};

const languages = [
  ['en-CA', 'English'],
  ['fr-CA', 'Français'],
] as const;
const themes = [
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
const widths = [
  ['0', 'As wide as there is room'],
  ['320', '320 – a phone'],
  ['768', '768 – a tablet'],
  ['1280', '1280 – a laptop'],
] as const;

const looks = [
  { id: 'role', label: 'Role', choices: roles },
  { id: 'locale', label: 'Language', choices: languages },
  { id: 'theme', label: 'Theme', choices: themes },
  { id: 'width', label: 'Width', choices: widths },
] as const;

/** Chooses screen, role, language, theme and width. */
export function Bar({ shown, link, onChange }: Props) {
  const names = screens.map(
    (file): Choice => [file, file.replace(/^.*\bscreens\//, '').replace(/\.json$/, '')],
  );
  const take = (change: Partial<Shown>) => onChange({ ...shown, ...change });
  const begin = (screen: string) => onChange({ ...shown, screen, changes: {} });
  return (
    <div className={styles.bar}>
      <Pick id="screen" label="Screen" value={shown.screen} choices={names} onChange={begin} />
      {looks.map(({ id, label, choices }) => (
        <Pick
          key={id}
          id={id}
          label={label}
          value={String(shown[id])}
          choices={choices}
          onChange={(value) => take({ [id]: id === 'width' ? Number(value) : value })}
        />
      ))}
      <div className={styles.ends}>
        <Button onPress={() => take({ changes: {} })} disabled={Object.keys(shown.changes).length === 0}>
          As shipped
        </Button>
        <Button
          tone="primary"
          disabled={!link}
          onPress={() => void navigator.clipboard.writeText(addressOf(link))}
        >
          Copy link
        </Button>
      </div>
    </div>
  );
}

/** The playground without Storybook's manager, which drops the hash. */
function addressOf(link = ''): string {
  return new URL(`iframe.html?id=playground--playground&viewMode=story#${link}`, location.href).href;
}

type Choice = readonly [value: string, title: string];

function Pick(props: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}) {
  const id = `playground-${props.id}`;
  return (
    <div className={styles.pick}>
      <label htmlFor={id}>{props.label}</label>
      <Select
        id={id}
        label={props.label}
        value={props.value}
        clearable={false}
        options={props.choices.map(([value, title]) => ({ id: value, label: title }))}
        onChange={(value) => value !== undefined && props.onChange(value)}
      />
    </div>
  );
}
