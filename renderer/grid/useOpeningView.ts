import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import type { GridAsked, GridChoices } from '#engine';
import { useToast } from '../data/dialogs.tsx';
import { useMessage } from '../data/messages.tsx';
import { type SavedView, useSavedViews } from '../data/savedViews.ts';

const ScreenContext = createContext<string | undefined>(undefined);

export const ScreenOfListsProvider = ScreenContext.Provider;

/** The name of a list for saved views, `<screen>#<block>`; undefined outside a screen. */
export function useListName(name: string): string | undefined {
  const screen = useContext(ScreenContext);
  return screen && `${screen}#${name}`;
}

export type Opening = { readonly asked?: GridAsked & GridChoices };

/**
 * The default view of a list, on a first visit. On return, or if the address sets list state, the list stays
 * as it was. Undefined while loading.
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
  // Later changes of the view do not affect the open list.
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

/** Tells which parts of a view cannot be shown. */
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
