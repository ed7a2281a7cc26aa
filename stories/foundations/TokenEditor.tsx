import { useState } from 'react';
import { Button, saveBlob, type Theme } from '#renderer';
import { designTokensOf } from './designTokens.ts';
import {
  faintPairs,
  fits,
  keepChanges,
  offeredTokens,
  readChanges,
  sheetOf,
  type TokenChanges,
} from './tokenChanges.ts';
import styles from './tokenEditor.module.css';
import { tokens } from './tokens.ts';

/** Changes tokens on all stories of this browser, and downloads the change. */
export function TokenEditor() {
  const [changes, setChanges] = useState(readChanges);
  const [name, setName] = useState('--color-accent');
  const [value, setValue] = useState(() => changes[name] ?? tokens.get(name) ?? '');
  const isRight = fits(name, value);
  const keep = (next: TokenChanges) => {
    setChanges(next);
    keepChanges(next);
  };
  const choose = (next: string) => {
    setName(next);
    setValue(changes[next] ?? tokens.get(next) ?? '');
  };
  return (
    <section className={styles.editor} aria-label="Token changes">
      <label>
        Token
        <select value={name} onChange={(event) => choose(event.target.value)}>
          {offeredTokens(tokens).map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Value
        <input
          value={value}
          aria-invalid={!isRight}
          aria-describedby="token-value-note"
          onChange={({ target }) => {
            setValue(target.value);
            if (fits(name, target.value)) keep({ ...changes, [name]: target.value.trim() });
          }}
        />
      </label>
      <p id="token-value-note" role="status">
        {noteOf(name, isRight)}
      </p>
      <Changed changes={changes} onKeep={keep} />
    </section>
  );
}

function noteOf(name: string, isRight: boolean): string {
  const isColour = name.startsWith('--color');
  if (isRight) return isColour ? 'A colour for each theme: light-dark(#rrggbb, #rrggbb)' : '';
  return isColour ? 'Enter a CSS colour, such as #4b52d1.' : 'Enter a CSS length, such as 6px.';
}

type ChangedProps = { readonly changes: TokenChanges; readonly onKeep: (next: TokenChanges) => void };

function Changed({ changes, onKeep }: ChangedProps) {
  const names = Object.keys(changes);
  const without = (name: string) =>
    Object.fromEntries(Object.entries(changes).filter(([one]) => one !== name));
  if (names.length === 0) return <p>No token is changed.</p>;
  return (
    <>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code>
              {name}: {changes[name]}
            </code>
            <Button size="small" tone="link" label={`Undo ${name}`} onPress={() => onKeep(without(name))}>
              Undo
            </Button>
          </li>
        ))}
      </ul>
      {faintPairs(tokens, changes).map(({ front, back, theme, has, least }) => (
        <p key={front + back + theme} className={styles.faint}>
          Too faint, {theme}: {front} on {back} has {has.toFixed(2)}, and needs {least}.
        </p>
      ))}
      <div className={styles.actions}>
        <Button size="small" onPress={() => save(sheetOf(changes), 'text/css', 'tokens.change.css')}>
          Download (CSS)
        </Button>
        <Button size="small" onPress={() => saveJson(changes, 'light')}>
          Download (JSON, light)
        </Button>
        <Button size="small" onPress={() => saveJson(changes, 'dark')}>
          Download (JSON, dark)
        </Button>
        <Button size="small" onPress={() => onKeep({})}>
          Undo all
        </Button>
      </div>
    </>
  );
}

function saveJson(changes: TokenChanges, theme: Theme): void {
  const { file } = designTokensOf(new Map(Object.entries(changes)), theme);
  const type = 'application/design-tokens+json';
  save(JSON.stringify(file, null, 2), type, `tokens.change.${theme}.tokens.json`);
}

const save = (text: string, type: string, name: string) => saveBlob(new Blob([text], { type }), name);
