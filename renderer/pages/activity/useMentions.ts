import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useApi } from '../../data/App.tsx';
import { type Mentioned, type Typing, typingAt, withMention } from './mentionText.ts';
import { type About, pathOf } from './useAround.ts';

type Options = {
  readonly about: About;
  readonly text: string;
  /** Already mentioned: their names are complete. */
  readonly known: readonly Mentioned[];
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly onText: (text: string) => void;
  readonly onMention: (person: Mentioned) => void;
};

/** Debounce before people are asked for, in milliseconds. */
const quiet = 150;

/** The picker of people after `@`: arrow keys move, Enter or Tab takes one, Escape closes. */
export function useMentions({ about, text, known, area, onText, onMention }: Options) {
  const [typing, setTyping] = useState<Typing>();
  const [at, move] = useState(0);
  const caret = useRef<number>(undefined);
  const name = useQuiet(typing?.name);
  const offered = useOffered(about, name);
  const isOpen = typing !== undefined && name !== undefined;
  const people = isOpen ? (offered ?? []) : [];
  const active = Math.min(at, people.length - 1);
  // The caret follows the name that was put in, once the text is drawn.
  useLayoutEffect(() => {
    const place = caret.current;
    caret.current = undefined;
    if (place !== undefined && area.current?.value === text) area.current.setSelectionRange(place, place);
  }, [text, area]);
  const look = () => {
    const element = area.current;
    const typed = element ? typingAt(element.value, element.selectionStart) : undefined;
    const isComplete = known.some(({ DisplayName }) => typed?.name.startsWith(DisplayName));
    const found = isComplete ? undefined : typed;
    if (found?.from !== typing?.from || found?.name !== typing?.name) move(0);
    setTyping(found);
  };
  const take = (person: Mentioned) => {
    if (!typing) return;
    const next = withMention(text, typing, person);
    caret.current = next.caret;
    setTyping(undefined);
    onMention(person);
    onText(next.text);
  };
  /** True if the key was meant for the picker. */
  const press = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const person = people[active];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if (event.key === 'Escape') setTyping(undefined);
    else if (step && people.length > 0) move((active + step + people.length) % people.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && isPlain && person) take(person);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isNobody = isOpen && offered?.length === 0;
  return {
    isOpen: people.length > 0,
    isNobody,
    people,
    active,
    look,
    take,
    press,
    close: () => setTyping(undefined),
  };
}

function useOffered(about: About, name: string | undefined): readonly Mentioned[] | undefined {
  const api = useApi();
  const path = pathOf(about, `/reader?name=${encodeURIComponent(name ?? '')}`);
  const { data } = useQuery<{ Items: readonly Mentioned[] }>({
    queryKey: ['readers', about.entity, about.id, name ?? ''],
    enabled: name !== undefined,
    placeholderData: (before) => before,
    queryFn: ({ signal }) => api.get(path, { signal }),
  });
  return data?.Items;
}

function useQuiet(value: string | undefined): string | undefined {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), value === undefined ? 0 : quiet);
    return () => clearTimeout(timer);
  }, [value]);
  return value === undefined ? undefined : settled;
}
