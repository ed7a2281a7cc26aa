import type { FormBlock, ScreenModel, SectionModel } from '#engine';
import { useMessage } from '../../data/messages.tsx';
import { Card } from '../../parts/Card.tsx';
import { fieldsOn } from '../places.ts';
import { useWork } from '../work.tsx';
import { AddField } from './AddField.tsx';
import { ReorderList } from './ReorderList.tsx';
import { SectionOrder } from './SectionOrder.tsx';
import { SectionTitle } from './SectionTitle.tsx';
import { usePlaces } from './usePlaces.ts';

type Props = { readonly screen: ScreenModel; readonly block: FormBlock; readonly title: string };

/** The fields of a form by section. */
export function FormPlaces({ screen, block, title }: Props) {
  return (
    <>
      <SectionOrder {...{ screen, block, title }} />
      {block.sections.map((section) => (
        <Section key={section.id} {...{ screen, block, section, title }} />
      ))}
    </>
  );
}

function Section({ screen, block, section, title }: Props & { section: SectionModel }) {
  const say = useMessage();
  const { model, say: label } = useWork();
  const places = usePlaces({ screen: screen.id, block: block.id, as: 'item' });
  const entity = model.entities.get(block.entity);
  const nameOf = (path: string) => {
    const field = entity?.fieldByPath.get(path);
    return field ? label(field.label) : path;
  };
  const heading = section.title ? label(section.title) : say('configure.section.untitled');
  const here = section.items.map(({ field }) => field);
  const onForm = fieldsOn(block);
  const free = (entity?.fields ?? []).filter(({ path, kind }) => kind !== 'id' && !here.includes(path));
  // Adding a field of another section moves it here.
  const offered = (path: string, key: string) =>
    onForm.includes(path) ? say('configure.place.move-here', { item: label(key) }) : label(key);
  return (
    <Card
      title={`${title} – ${heading}`}
      id={`block-${block.id}-${section.id}`}
      actions={<SectionTitle screen={screen.id} block={block.id} section={section} />}
    >
      <ReorderList
        label={heading}
        items={section.items.map(({ field }) => ({ id: field, label: nameOf(field) }))}
        onMove={(field, after) => places.move(field, { section: section.id, after })}
        onRemove={(field) => void places.take(field)}
      />
      <AddField
        label={say('configure.place.to-section', { section: heading })}
        options={free.map(({ path, label: key }) => ({ id: path, label: offered(path, key) }))}
        onAdd={(field) => void places.add(field, { section: section.id })}
      />
    </Card>
  );
}
