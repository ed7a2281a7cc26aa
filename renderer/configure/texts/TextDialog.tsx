import { useState } from 'react';
import { type Locale, locales, type MessageChange, type MessageText } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { useKeptWork } from '../../data/useKeptWork.ts';
import { findChange } from '../changes.ts';
import { KeepDialog } from '../KeepDialog.tsx';
import { type PartialTexts, TextsField, wholeTexts } from '../TextsField.tsx';
import { useWork } from '../work.tsx';
import { type FoundText, paramsOf } from './textSearch.ts';

type Props = { readonly found: FoundText; readonly onClose: () => void };

/** Edits a text in both languages, with its plural form if it has one. */
export function TextDialog({ found, onClose }: Props) {
  const say = useMessage();
  const { draft } = useWork();
  const [one, setOne] = useState(() => formOf(found, 'one'));
  const [other, setOther] = useState(() => formOf(found, 'other'));
  const [start] = useState({ one, other });
  const kept = useKeptWork({
    key: `configure.text.${found.key}`,
    value: { one, other },
    isChanged: JSON.stringify({ one, other }) !== JSON.stringify(start),
    restore: (work) => {
      setOne(work.one);
      setOther(work.other);
    },
  });
  const counts = locales.some((locale) => typeof found.texts[locale] !== 'string');
  const before = findChange(draft.Changes, 'message', found.key);
  const params = paramsOf(found.texts['en-CA']);
  const next = textsOf(found, one, other);
  return (
    <KeepDialog
      title={say('configure.texts.edit', { key: found.key })}
      change={next && messageChange(found, next, before)}
      refusal={next ? undefined : say('configure.texts.incomplete')}
      before={before}
      draft={kept}
      onClose={onClose}
    >
      {counts && (
        <TextsField
          label={say('configure.texts.one')}
          name="text.one"
          multiline
          required
          value={one}
          onChange={setOne}
        />
      )}
      <TextsField
        label={say(counts ? 'configure.texts.other' : 'configure.texts.text')}
        name="text"
        multiline
        required
        value={other}
        onChange={setOther}
      />
      {params.length > 0 && (
        <p>{say('configure.texts.params', { names: params.map((name) => `{${name}}`).join(', ') })}</p>
      )}
    </KeepDialog>
  );
}

function formOf({ texts }: FoundText, form: 'one' | 'other'): PartialTexts {
  const of = (text: MessageText) => (typeof text === 'string' ? text : text[form]);
  return Object.fromEntries(locales.map((locale) => [locale, of(texts[locale])]));
}

/** The text in both languages; undefined while one is empty. */
function textsOf({ texts }: FoundText, one: PartialTexts, other: PartialTexts) {
  const [ones, others] = [wholeTexts(one), wholeTexts(other)];
  if (!ones || !others) return undefined;
  const text = (locale: Locale): MessageText =>
    typeof texts[locale] === 'string' ? others[locale] : { one: ones[locale], other: others[locale] };
  return { 'en-CA': text('en-CA'), 'fr-CA': text('fr-CA') };
}

/** The change with the languages that differ; undefined if none does. */
function messageChange(
  { key, texts }: FoundText,
  next: Readonly<Record<Locale, MessageText>>,
  before: MessageChange | undefined,
): MessageChange | undefined {
  const changed = locales.filter((locale) => JSON.stringify(next[locale]) !== JSON.stringify(texts[locale]));
  if (changed.length === 0) return undefined;
  const text = { ...before?.text, ...Object.fromEntries(changed.map((locale) => [locale, next[locale]])) };
  return { ...before, kind: 'message', name: key, text };
}
