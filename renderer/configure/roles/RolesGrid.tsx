import { useEffect, useState } from 'react';
import type { FeatureModel, RoleModel } from '#engine';
import { useModel, useUser } from '../../data/App.tsx';
import { useToast } from '../../data/dialogs.tsx';
import { useMessage } from '../../data/messages.tsx';
import area from '../../parts/area.module.css';
import { Button } from '../../parts/Button.tsx';
import { Checkbox } from '../../parts/Checkbox.tsx';
import { findChange } from '../changes.ts';
import type { Draft } from '../draftTypes.ts';
import { useSaveDraft } from '../useSaveDraft.ts';
import { useWork } from '../work.tsx';
import { changedRole, isGranted } from './changedRole.ts';
import styles from './roles.module.css';

type Props = { readonly features: readonly FeatureModel[]; readonly roles: readonly RoleModel[] };

/** A checkbox per feature and role; changed ones are marked. */
export function RolesGrid({ features, roles }: Props) {
  const say = useMessage();
  const { say: label } = useWork();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <section className={styles.scroller} aria-label={say('configure.roles')} tabIndex={0}>
      <table className={`${area.table} ${styles.grid}`} aria-label={say('configure.roles')}>
        <thead>
          <tr>
            <th scope="col">{say('configure.feature')}</th>
            {roles.map(({ id }) => (
              <th key={id} scope="col" className={styles.role}>
                {label(`role.${id}`)}
                {features.length <= fewFeatures && <br />}
                {features.length <= fewFeatures && <WholeRole id={id} features={features} roles={roles} />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {features.map((feature) => (
            <tr key={feature.id}>
              <th scope="row">
                {label(`feature.${feature.id}`)}
                <br />
                <code className={area.code}>{feature.id}</code>
              </th>
              {roles.map((role) => (
                <td key={role.id} className={styles.cell}>
                  <Box role={role} feature={feature} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** So few that one press may grant them all, as for one entity. */
const fewFeatures = 10;

/** Grants or revokes all features shown, as far as the person may. */
function WholeRole({ id, features, roles }: Props & { readonly id: string }) {
  const say = useMessage();
  const { Features } = useUser();
  const live = useModel();
  const { draft, say: label } = useWork();
  const { put, isBusy } = useSaveDraft();
  const role = roles.find((one) => one.id === id);
  if (!role) return null;
  const wanted = !features.every((feature) => isGranted(role, feature.id));
  const may = (feature: string) => !wanted || !live.features.has(feature) || Features.includes(feature);
  const changed = features
    .filter((feature) => isGranted(role, feature.id) !== wanted && may(feature.id))
    .reduce(
      (change, feature) => changedRole(change, { role: id, feature: feature.id, wanted }),
      findChange(draft.Changes, 'role', id),
    );
  const text = say(wanted ? 'configure.roles.all' : 'configure.roles.none');
  return (
    <Button
      tone="link"
      size="small"
      busy={isBusy}
      label={say('configure.roles.may', { role: label(`role.${id}`), feature: text })}
      onPress={() => void put([changed ?? { kind: 'role', name: id }])}
    >
      {text}
    </Button>
  );
}

function Box({ role, feature }: { role: RoleModel; feature: FeatureModel }) {
  const say = useMessage();
  const toast = useToast();
  const { Features } = useUser();
  const live = useModel();
  const { draft, say: label } = useWork();
  const { put } = useSaveDraft();
  const change = findChange(draft.Changes, 'role', role.id);
  const [granted, wish] = useWish(isGranted(role, feature.id));
  const isChanged = [...(change?.add ?? []), ...(change?.remove ?? [])].includes(feature.id);
  // A feature new in the draft belongs to nobody yet, so its author may grant it.
  const isForeign = live.features.has(feature.id) && !Features.includes(feature.id) && !granted;
  const toggle = async (wanted: boolean) => {
    if (isForeign) return toast.show(say('configure.roles.foreign', { id: feature.id }), 'error', 'draft');
    wish(wanted);
    const next = changedRole(change, { role: role.id, feature: feature.id, wanted });
    // The server removes an empty change, unless another window has granted or revoked something.
    const kept = await put([next ?? { kind: 'role', name: role.id }]);
    if (!kept) wish(undefined);
  };
  return (
    <span className={styles.box} data-state={isChanged ? 'changed' : isForeign ? 'refused' : 'idle'}>
      <Checkbox
        id={`may-${role.id}-${feature.id}`}
        label={say('configure.roles.may', {
          role: label(`role.${role.id}`),
          feature: label(`feature.${feature.id}`),
        })}
        checked={granted}
        onChange={(wanted) => void toggle(wanted)}
      />
    </span>
  );
}

/** Optimistic state of a checkbox, until the application with the draft has loaded. */
function useWish(granted: boolean) {
  const { draft, isCurrent } = useWork();
  const [wished, setWished] = useState<{ readonly draft: Draft; readonly granted: boolean }>();
  const isOver = wished !== undefined && isCurrent && wished.draft !== draft;
  useEffect(() => {
    if (isOver) setWished(undefined);
  }, [isOver]);
  const wish = (wanted: boolean | undefined) =>
    setWished(wanted === undefined ? undefined : { draft, granted: wanted });
  return [wished && !isOver ? wished.granted : granted, wish] as const;
}
