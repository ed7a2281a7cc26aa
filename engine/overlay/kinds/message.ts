/** Another wording of a message. */
import { locales } from '../../messages.ts';
import type { MessageText } from '../../types/modelTypes.ts';
import type { DeclarationDraft } from '../declarationDraft.ts';
import type { MessageChange } from '../types.ts';
import { defineChange, textsOf } from './defineChange.ts';

export const messageKind = defineChange({
  kind: 'message',
  isContent: true,
  apply: applyMessage,
  base: ({ name, text: said }, draft) => {
    const known = textsOf(name, undefined, draft);
    // Languages that the change does not contain are not compared.
    const text = known && Object.fromEntries(Object.entries(known).filter(([locale]) => locale in said));
    return text && { text };
  },
  subject: ({ name }) => ({ code: 'message', params: { title: name } }),
  copied: (change, { from, to }) => {
    const [, kind, of, rest] = /^(field|help|shape)\.([^.]+)\.(.+)$/.exec(change.name) ?? [];
    return of === from ? { ...change, name: `${kind}.${to}.${rest}` } : undefined;
  },
  leavesWith: ({ name }, { entity, leadsThere }) => {
    const texts = [`entity.${entity}`, `field.${entity}`, `help.${entity}`, `custom.${entity}`];
    if (texts.some((text) => `${name}.`.startsWith(`${text}.`))) return true;
    const [, of, path] = /^(?:field|help)\.([^.]+)\.(.+)$/.exec(name) ?? [];
    return path !== undefined && leadsThere(of, path);
  },
});

function applyMessage(change: MessageChange, draft: DeclarationDraft): void {
  if (draft.textOf(change.name, 'fr-CA') === undefined)
    draft.report(change, 'no-message', { at: '/name', params: { key: change.name } });
  else {
    reportPlaceholders(change, draft);
    draft.text(change, change.name, change.text, '/text');
  }
}

/** A placeholder that the text did not have is never filled: people would read its name. */
function reportPlaceholders(change: MessageChange, draft: DeclarationDraft): void {
  const known = new Set(locales.flatMap((locale) => placeholdersOf(draft.textOf(change.name, locale))));
  for (const locale of locales)
    for (const name of new Set(placeholdersOf(change.text[locale])))
      if (!known.has(name))
        draft.report(change, 'text-placeholder', {
          ...{ at: `/text/${locale}`, level: 'warning' },
          params: { name: `{${name}}`, known: [...known].map((one) => `{${one}}`).join(', ') || '–' },
        });
}

function placeholdersOf(text: MessageText | undefined): readonly string[] {
  const forms = typeof text === 'string' ? [text] : Object.values(text ?? {});
  return forms.flatMap((form) => [...form.matchAll(/\{([A-Za-z0-9_]+)\}/g)].map(([, name = '']) => name));
}
