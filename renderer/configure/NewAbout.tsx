import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMessage } from '../data/messages.tsx';
import area from '../parts/area.module.css';
import { Button } from '../parts/Button.tsx';
import { FieldShell } from '../parts/FieldShell.tsx';
import { Select } from '../parts/Select.tsx';
import { useWork } from './work.tsx';

type Props = {
  /** Of the choice, on the page. */
  readonly id: string;
  readonly label: string;
  readonly button: string;
  /** The page of something new, which takes the entity as `?entity=`. */
  readonly to: string;
};

/** The entity that something new is about, chosen beside its button. */
export function NewAbout({ id, label, button, to }: Props) {
  const say = useMessage();
  const navigate = useNavigate();
  const { model, say: titleOf } = useWork();
  const [entity, setEntity] = useState<string>();
  const entities = [...model.entities.values()].filter(({ area: place }) => place !== 'system');
  return (
    <div className={area.asked}>
      <FieldShell id={id} label={label} as="group">
        <Select
          id={id}
          labelledBy={`${id}-label`}
          value={entity}
          options={entities.map((one) => ({ id: one.id, label: titleOf(one.plural) }))}
          onChange={setEntity}
        />
      </FieldShell>
      <Button
        tone="primary"
        refusal={entity ? undefined : say('ui.choose')}
        onPress={() => entity && navigate(`${to}?entity=${entity}`)}
      >
        {button}
      </Button>
    </div>
  );
}
