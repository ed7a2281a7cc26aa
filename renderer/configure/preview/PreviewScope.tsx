import { type ReactNode, useMemo } from 'react';
import { type Locale, type Model, trialValidators, type Validators } from '#engine';
import { AppProvider, useApp } from '../../data/App.tsx';
import { MessagesProvider } from '../../data/messages.tsx';
import { createSay } from '../../shell/publicMessages.ts';
import { useTrial } from './trial.tsx';

type Props = { readonly role: string; readonly locale: Locale; readonly children: ReactNode };

/** Provides the trial application to its children, in a role and a language. */
export function PreviewScope({ role, locale, children }: Props) {
  const app = useApp();
  const { model } = useTrial();
  const inside = useMemo(() => {
    const Features = model.roles.get(role)?.features ?? [];
    const user = { ...app.session.user, Roles: [role], Features };
    return { ...app, model, session: { ...app.session, user }, validators: onTrial(model, app.validators) };
  }, [app, model, role]);
  const say = useMemo(() => createSay(model.messages, locale), [model, locale]);
  return (
    <MessagesProvider locale={locale} say={say}>
      <AppProvider value={inside}>{children}</AppProvider>
    </MessagesProvider>
  );
}

/** Cached per model, as React must suspend on the same promise in each render. */
function onTrial(model: Model, live: () => Promise<Validators> | Validators) {
  let made: Promise<Validators> | Validators | undefined;
  return () => {
    made ??= whenThere(live(), (validators) => trialValidators(model, validators));
    return made;
  };
}

function whenThere<From, To>(value: Promise<From> | From, make: (from: From) => To): Promise<To> | To {
  return value instanceof Promise ? value.then(make) : make(value);
}
