import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { GridAsked, GridChoices } from '#engine';
import { useToast } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { type SavedView, useSavedViews } from '../data/savedViews.ts';

const ScreenContext = createContext<string | undefined>(undefined);

export const ScreenOfListsProvider = ScreenContext.Provider;

/** What views call a list: `<screen>#<block>`; undefined where it stands on no screen. */
export function useListName(name: string): string | undefined {
  const screen = useContext(ScreenContext);
  return screen && `${screen}#${name}`;
}

export type Opening = { readonly asked?: GridAsked & GridChoices };

/**
 * The view a list opens with when somebody comes to it: the one they have said opens first. Who comes back, or by an
 * address that asks for something, finds the list as it was. Undefined until it is known.
 */
export function useOpeningView(list: string | undefined, isAsked: boolean): Opening | undefined {
  const { key } = useLocation();
  const kind = useNavigationType();
  const [isComing] = useState(!isAsked && (kind === 'PUSH' || key === 'default'));
  const wanted = isComing ? list : undefined;
  const { heads, first, load } = useSavedViews(wanted);
  const id = heads?.find((head) => head.Id === first)?.Id;
  const { data, isError } = useQuery({
    queryKey: ['list', 'saved-view', `/view/${id}`],
    queryFn: () => load(id as string),
    enabled: id !== undefined,
    staleTime: 60_000,
  });
  const tell = useTellOfView();
  const view = id === undefined ? undefined : data;
  const isKnown = wanted === undefined || (heads !== undefined && first !== undefined);
  const isReady = isKnown && (id === undefined || data !== undefined || isError);
  // What it opened with stays, whatever becomes of the view meanwhile.
  const [opened, setOpened] = useState<Opening>();
  const opening = useMemo<Opening | undefined>(
    () => (isReady ? { ...(view && { asked: { ...view.Choices, page: 1, view: view.Id } }) } : undefined),
    [isReady, view],
  );
  useEffect(() => {
    if (opened || !opening) return;
    setOpened(opening);
    if (view) tell(view);
  }, [opened, opening, view, tell]);
  return opened ?? opening;
}

/** Says what of a view is not shown. */
export function useTellOfView(): (view: SavedView) => void {
  const [say, toast] = [useMessage(), useToast()];
  return useMemo(
    () =>
      ({ Id, Name, Gone, IsPartial }) => {
        const params = { name: Name, count: Gone.length, fields: Gone.join(', ') };
        if (Gone.length > 0) toast.show(say('ui.view.gone', params), 'info', `view ${Id}`);
        else if (IsPartial) toast.show(say('ui.view.partial', params), 'info', `view ${Id}`);
      },
    [say, toast],
  );
}
