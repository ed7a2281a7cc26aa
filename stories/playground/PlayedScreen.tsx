import { Suspense, use, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { compileBundle, compileValidators } from '#engine';
import { EmptyState } from '#renderer';
import { type Served, StoryApp } from '../support/StoryApp.tsx';
import { readLink, type Shown } from './link.ts';
import { fetchFrom, openWorkbench, type Workbench } from './workbench.ts';

/** Timeout of an answer in milliseconds; the first also loads the worker. */
const patience = 60_000;

/** The screen described by a link, alone: used in the playground's frame and for shared links. */
export function PlayedScreen({ link }: { link: string }) {
  const [bench] = useState(() => openWorkbench(patience));
  useEffect(() => bench.close, [bench]);
  const started = useMemo(() => start(bench, link), [bench, link]);
  // Keeps the previous screen until the next one is ready.
  const ready = useDeferredValue(started);
  return (
    <Suspense fallback={<p>The screen is being made…</p>}>
      <Running started={ready} />
    </Suspense>
  );
}

/** The screen in the hash of the address, following its changes. */
export function AddressedScreen() {
  const [link, setLink] = useState(() => location.hash.slice(1));
  useEffect(() => {
    const follow = () => setLink(location.hash.slice(1));
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, []);
  return <PlayedScreen link={link} />;
}

type Started =
  | { readonly shown: Shown; readonly served: Served; readonly address?: string }
  | { readonly trouble: string }
  | undefined;

async function start(bench: Workbench, link: string): Promise<Started> {
  const shown = await readLink(link);
  if (!shown) return undefined;
  try {
    const { bundle, address } = await bench.ask({ kind: 'start', ...shown });
    const model = compileBundle(bundle);
    const served = { model, validators: compileValidators(model), fetch: fetchFrom(bench) };
    return { shown, served, address };
  } catch (error) {
    return { trouble: (error as Error).message || 'It took too long.' };
  }
}

function Running({ started }: { started: Promise<Started> }) {
  const ready = use(started);
  if (!ready) return <EmptyState title="The link cannot be read" text="Copy it again, whole." />;
  if ('trouble' in ready) return <EmptyState title="It cannot be shown" text={ready.trouble} />;
  const { shown, served, address } = ready;
  if (!address)
    return (
      <EmptyState title="Nothing to show" text="The sample data has no record that this screen shows." />
    );
  return (
    <StoryApp key={served.model.version} route={address} userName={shown.role} connect={async () => served} />
  );
}
