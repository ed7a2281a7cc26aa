import { type ReactNode, useState } from 'react';
import type { ModelBundle } from '#engine';
import { useArrived } from '../data/useArrived.ts';
import type { Extension } from '../extension/defineExtension.ts';
import { Spinner } from '../parts/Spinner.tsx';

type PublicScreen = {
  readonly route?: string;
  readonly blocks?: readonly { readonly widget?: string }[];
};

type Props = {
  readonly part: Pick<ModelBundle, 'files'>;
  readonly loadSignedIn: () => Promise<{ readonly extensions: readonly Extension[] }>;
  readonly otherwise: ReactNode;
};

/** The screen at the address if it is public; otherwise the sign-in page. */
export function PublicPage({ part, loadSignedIn, otherwise }: Props) {
  const screens = part.files.map(({ json }) => json as PublicScreen);
  const widget = screens.find(({ route }) => route === location.pathname)?.blocks?.[0]?.widget;
  return widget === undefined ? otherwise : <OpenPage {...{ widget, loadSignedIn, otherwise }} />;
}

function OpenPage({ widget, loadSignedIn, otherwise }: Omit<Props, 'part'> & { readonly widget: string }) {
  const [asked] = useState(loadSignedIn);
  const arrived = useArrived(asked);
  if (!arrived) return <Spinner />;
  const pages = arrived.extensions.flatMap(({ pages: own = [] }) => own);
  const Page = pages.find(({ name, isPublic }) => isPublic && name === widget)?.component;
  return Page ? <Page waiting={<Spinner />} /> : otherwise;
}
