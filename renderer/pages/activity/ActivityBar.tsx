import { useIsFetching } from '@tanstack/react-query';
import { Bell, BellOff, Copy, Link2, Printer } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ActivityModel } from '#engine';
import { useApi, useModel, useUser } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { errorText } from '../../data/errorText.ts';
import { useFormats } from '../../data/formats.ts';
import { useLocale, useMessage } from '../../data/messages.tsx';
import { printPage } from '../../data/printing.ts';
import { printEntries } from '../../data/printMenu.ts';
import { usePrint } from '../../data/usePrint.ts';
import { useWidgets } from '../../extension/widgets.ts';
import { Button } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Menu } from '../../parts/Menu.tsx';
import styles from './activity.module.css';
import { type About, pathOf, type Rights, useAround, useAskAgain } from './useAround.ts';

type Props = { readonly about: About; readonly activity: ActivityModel; readonly rights: Rights };

/** Follow, duplicate, copy the link, print. */
export function ActivityBar({ about, activity, rights }: Props) {
  const say = useMessage();
  return (
    <div className={styles.bar} role="toolbar" aria-label={say('activity.actions')} data-screen-only>
      {activity.followers && <Follow about={about} />}
      {activity.duplicate && rights.MayDuplicate && <Duplicate about={about} />}
      {activity.share && <Share />}
      {activity.print && <Print about={about} />}
    </div>
  );
}

/** The page as it is shown; with an extension that prints, the formats of the record as well. */
function Print({ about }: { about: About }) {
  const say = useMessage();
  const [model, locale] = [useModel(), useLocale()];
  const { Roles } = useUser();
  const { prints } = useWidgets();
  const { isBusy, print } = usePrint();
  const fetching = useIsFetching();
  const printShown = () => void printPage(() => fetching > 0);
  const icon = <Icon icon={Printer} />;
  const entity = model.entities.get(about.entity);
  if (!prints || !entity)
    return (
      <Button icon={icon} onPress={printShown}>
        {say('activity.print')}
      </Button>
    );
  const offer = { model, entity, kind: 'record', roles: Roles, locale, say } as const;
  const formats = printEntries(offer, ({ query, title }) =>
    print(`/print/${about.entity}/${about.id}?${query}`, title),
  );
  const shown = { id: 'page', label: say('activity.print.page'), section: '', onAction: printShown };
  return (
    <Menu
      label={say('activity.print')}
      trigger={
        <Button icon={icon} busy={isBusy}>
          {say('activity.print')}
        </Button>
      }
      entries={[...formats, shown]}
    />
  );
}

type Followers = { readonly IsFollowing: boolean; readonly Count: number; readonly Names: readonly string[] };

function Follow({ about }: { about: About }) {
  const say = useMessage();
  const api = useApi();
  const { list } = useFormats();
  const { toast, failed } = useTelling();
  const askAgain = useAskAgain(about);
  const { data } = useAround<Followers>(about, '/follower');
  const [isBusy, setBusy] = useState(false);
  if (!data) return null;
  const { IsFollowing, Count, Names } = data;
  const toggle = async () => {
    setBusy(true);
    await api
      .send(IsFollowing ? 'DELETE' : 'PUT', pathOf(about, '/follower'))
      .then(askAgain)
      .then(() =>
        toast.show(say(IsFollowing ? 'activity.follow.off' : 'activity.follow.on'), 'success', 'follow'),
      )
      .catch(failed('follow'));
    setBusy(false);
  };
  return (
    <>
      <Button busy={isBusy} icon={<Icon icon={IsFollowing ? BellOff : Bell} />} onPress={() => void toggle()}>
        {say(IsFollowing ? 'activity.unfollow' : 'activity.follow')}
      </Button>
      {Count > 0 && (
        <span className={styles.note} title={list(Names)}>
          {say('activity.followers', { count: Count })}
        </span>
      )}
    </>
  );
}

function Duplicate({ about }: { about: About }) {
  const say = useMessage();
  const api = useApi();
  const navigate = useNavigate();
  const { toast, failed } = useTelling();
  const [isBusy, setBusy] = useState(false);
  const duplicate = async () => {
    setBusy(true);
    try {
      const { Page } = await api.send<{ Page: string | null }>(
        'POST',
        pathOf(about, '/duplicate'),
        undefined,
        { intent: 'same-content' },
      );
      toast.show(say(Page ? 'activity.duplicate.done' : 'activity.duplicate.made'), 'success', 'duplicate');
      if (Page) navigate(Page);
    } catch (error) {
      failed('duplicate')(error);
    }
    setBusy(false);
  };
  return (
    <Button busy={isBusy} icon={<Icon icon={Copy} />} onPress={() => void duplicate()}>
      {say('activity.duplicate')}
    </Button>
  );
}

function Share() {
  const say = useMessage();
  const { toast } = useTelling();
  const share = async () => {
    const link = `${location.origin}${location.pathname}`;
    try {
      await navigator.clipboard.writeText(link);
      toast.show(say('activity.share.done'), 'success', 'share');
    } catch {
      toast.show(say('activity.share.failed', { link }), 'error', 'share');
    }
  };
  return (
    <Button icon={<Icon icon={Link2} />} onPress={() => void share()}>
      {say('activity.share')}
    </Button>
  );
}

function useTelling() {
  const say = useMessage();
  const toast = useToast();
  const failed = (about: string) => (error: unknown) => toast.show(errorText(error, say), 'error', about);
  return { toast, failed };
}
