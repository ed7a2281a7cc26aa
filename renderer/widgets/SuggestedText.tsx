import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { DataRecord } from '#engine';
import { useApi } from '../data/App.tsx';
import { keys, type Page } from '../data/queries.ts';
import { TextInput } from '../parts/TextInput.tsx';
import { controlProps } from './controlProps.ts';
import { textOf } from './textOf.ts';
import type { WidgetProps } from './types.ts';

type Suggest = NonNullable<WidgetProps['view']['field']['suggest']>;
type Props = { readonly props: WidgetProps; readonly suggest: Suggest };

/** Least length of a search, and its debounce in milliseconds. */
const fewestLetters = 3;
const pause = 250;

/** A text with completion; a chosen suggestion also fills the fields beside it. */
export function SuggestedText({ props, suggest }: Props) {
  const list = useId();
  const text = textOf(props.view.value);
  const found = useSuggestions(suggest, text);
  const change = (typed: string) => {
    const chosen = found.find(({ Label }) => Label === typed);
    if (chosen) take(props, suggest, chosen);
    else props.onChange(typed === '' ? null : typed);
  };
  return (
    <>
      <TextInput {...controlProps(props)} value={text} list={list} onChange={change} />
      <datalist id={list}>
        {found.map(({ Label }) => (
          <option key={String(Label)} value={String(Label)} />
        ))}
      </datalist>
    </>
  );
}

/** Fields missing from the suggestion stay as they are. */
function take({ form, view }: WidgetProps, { set }: Suggest, chosen: DataRecord): void {
  const around = view.path.slice(0, view.path.lastIndexOf('/'));
  for (const name of set) if (chosen[name] !== undefined) form.change(`${around}/${name}`, chosen[name]);
  if (chosen[view.field.name] === undefined) form.change(view.path, null);
}

function useSuggestions({ call }: Suggest, text: string): readonly DataRecord[] {
  const api = useApi();
  const [asked, ask] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => ask(text.trim()), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const path = `${call}?text=${encodeURIComponent(asked)}`;
  const { data } = useQuery({
    queryKey: keys.list('suggestions', path),
    enabled: [...asked].length >= fewestLetters,
    queryFn: ({ signal }) => api.get<Page>(path, { signal }),
  });
  return data?.Items ?? none;
}

const none: readonly DataRecord[] = [];
