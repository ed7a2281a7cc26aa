import { Star } from 'lucide-react';
import { type EntityModel, pageOfRecord, type ScreenModel } from '#engine';
import { useModel } from '../data/App.tsx';
import { useToast } from '../data/dialogs.tsx';
import { errorText } from '../data/errorText.ts';
import { useMessage } from '../data/messages.tsx';
import { type ScreenScope, screenSubject } from '../data/screenScope.ts';
import { useFavourite } from '../data/visits.ts';
import { IconButton } from '../parts/IconButton.tsx';
import styles from './FavouriteButton.module.css';

type Props = { readonly screen: ScreenModel; readonly scope: ScreenScope };

/** Keeps the record of a page as a favourite; opening the page counts as a visit. */
export function FavouriteButton({ screen, scope }: Props) {
  const model = useModel();
  const subject = screenSubject(screen, scope);
  const entity = subject && model.entities.get(subject.entity);
  // Only what can be opened again by its id is worth remembering.
  if (!entity || pageOfRecord(model, entity, subject.record) === undefined) return null;
  return <Favourite key={String(subject.record.Id)} entity={entity} id={String(subject.record.Id)} />;
}

function Favourite({ entity, id }: { readonly entity: EntityModel; readonly id: string }) {
  const say = useMessage();
  const toast = useToast();
  const { isFavourite, set } = useFavourite({ entity: entity.id, id });
  const press = async () => {
    try {
      await set(!isFavourite);
    } catch (error) {
      toast.show(errorText(error, say), 'error', 'favourite');
    }
  };
  // Its place is kept while it is not known, so that nothing moves.
  return (
    <span className={styles.favourite} data-screen-only>
      <IconButton
        icon={Star}
        size="small"
        label={say('visit.favourite')}
        pressed={isFavourite === true}
        disabled={isFavourite === undefined}
        onPress={() => void press()}
      />
    </span>
  );
}
