import type { FormBlock, PlaceChange, ScreenModel } from '#engine';
import { fieldsOn, formsOf } from '../places.ts';
import { useWork } from '../work.tsx';
import { useTrial } from './trial.tsx';

type PreviewedForm = { readonly id: string; readonly screen: ScreenModel; readonly block: FormBlock };

/** The forms these fields stand on, as they will be, those with most of them first. */
export function usePreviewForms(
  entity: string,
  fields: readonly string[],
  places: readonly PlaceChange[],
): readonly PreviewedForm[] {
  const { bundle } = useWork();
  const { model } = useTrial();
  const forms = formsOf(model, bundle, entity).map(({ screen, block }) => ({
    id: `${screen.id}#${block.id}`,
    screen,
    block,
  }));
  const shows = ({ block }: PreviewedForm) =>
    fieldsOn(block).filter((field) => fields.includes(field)).length;
  const isPlaced = ({ screen, block }: PreviewedForm) =>
    places.some((place) => place.as === 'item' && place.screen === screen.id && place.block === block.id);
  return forms
    .filter((form) => shows(form) > 0 || isPlaced(form))
    .sort((one, other) => shows(other) - shows(one));
}
