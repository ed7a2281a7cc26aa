import { kindOfFile } from '#engine';
import type { BlockOffer } from '../../extension/defineExtension.ts';
import { useWidgets } from '../../extension/widgets.ts';
import { useWork } from '../work.tsx';

type Offer = { readonly widget: string; readonly offer: BlockOffer; readonly narrows: boolean };

/** The block widgets that their declarations offer to configurators, and that have a form for it. */
export function useOffers(): readonly Offer[] {
  const { blocks } = useWidgets();
  const { bundle } = useWork();
  return bundle.files.flatMap(({ file, json }) => {
    if (kindOfFile(file) !== 'widget') return [];
    const widget = file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');
    const offer = blocks.get(widget)?.canvas;
    const { canvas } = json as { readonly canvas?: { readonly narrow?: string } };
    return offer && canvas ? [{ widget, offer, narrows: canvas.narrow !== undefined }] : [];
  });
}
