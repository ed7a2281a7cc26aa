import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ActionModel } from '#engine';
import { useUser } from '../data/App.tsx';
import { allows } from '../data/allows.ts';
import { type Say, useMessage } from '../data/messages.tsx';
import { evaluateOn, expressionScope, type ScreenScope } from '../data/screenScope.ts';
import { useOpener, wayBack } from '../data/trail.ts';
import { Button, type ButtonTone } from '../parts/Button.tsx';
import { Icon } from '../parts/Icon.tsx';
import { findIcon } from '../parts/icons.ts';
import { Link } from '../parts/Link.tsx';
import { linkOf } from './linkOf.ts';
import { useRunAction } from './useRunAction.ts';
import { WhyRefused } from './WhyRefused.ts';

type Props = { readonly action: ActionModel; readonly scope: ScreenScope; readonly root?: unknown };

/** Draws a declared action as a button, or as a link if it only navigates. */
export function ActionButton({ action, scope, root }: Props) {
  const say = useMessage();
  const run = useRunAction(scope);
  const [isBusy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Element>();
  const icon = action.icon && <Icon icon={findIcon(action.icon)} />;
  const isEnabled = isActionEnabled(action, scope, root);
  if (action.kind === 'link' && isEnabled) {
    const shown = { action, scope, root, look: linkLooks[action.tone] };
    const content = (
      <>
        {icon}
        {say(action.label)}
      </>
    );
    if (action.returns) return <LinkBack {...shown}>{content}</LinkBack>;
    return (
      <Link to={linkOf(action, scope, root)} look={shown.look}>
        {content}
      </Link>
    );
  }
  const press = async () => {
    await run(action, root, () => setBusy(true)).finally(() => setBusy(false));
  };
  const sentence = refusal(action, say);
  return (
    <>
      <Button
        tone={buttonTones[action.tone]}
        icon={icon}
        busy={isBusy}
        refusal={isEnabled ? undefined : sentence}
        onRefused={(event) => setAsked(event.target)}
        onPress={press}
      >
        {say(action.label)}
      </Button>
      {asked && !isEnabled && (
        <WhyRefused
          {...{ action, scope, root, sentence, anchor: asked }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type LinkBackProps = Props & {
  readonly look: ComponentProps<typeof Link>['look'];
  readonly children: ReactNode;
};

/** Leads to where the person came from. */
function LinkBack({ action, scope, root, look, children }: LinkBackProps) {
  const opener = useOpener();
  return (
    <Link to={linkOf(action, scope, root, opener)} state={wayBack} look={look}>
      {children}
    </Link>
  );
}

/** The actions that this person may see on this screen now. */
export function useVisibleActions(actions: readonly ActionModel[], scope: ScreenScope, root?: unknown) {
  const { Features } = useUser();
  return actions.filter((action) => allows(action.access, Features) && isActionVisible(action, scope, root));
}

/** Whether an action is shown. Hidden when its expression fails. */
export function isActionVisible(action: ActionModel, scope: ScreenScope, root?: unknown): boolean {
  return evaluateOn(action.visible, expressionScope(scope, root), !action.visible) === true;
}

/** Whether an action is enabled. Disabled when its expression fails. */
export function isActionEnabled(action: ActionModel, scope: ScreenScope, root?: unknown): boolean {
  return evaluateOn(action.enabled, expressionScope(scope, root), !action.enabled) === true;
}

/** One sentence on why an action is disabled. Configurators get the details in `RuleTrace`. */
export function refusal({ refused }: ActionModel, say: Say): string {
  return say(refused ?? 'ui.action.refused');
}

const buttonTones = {
  primary: 'primary',
  neutral: 'neutral',
  danger: 'caution',
  link: 'link',
} satisfies Record<ActionModel['tone'], ButtonTone>;

const linkLooks = {
  primary: 'primary',
  neutral: 'button',
  danger: 'button',
  link: 'action',
} as const satisfies Record<ActionModel['tone'], string>;
