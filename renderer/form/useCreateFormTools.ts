import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import type { FormBlock, FormState } from '#engine';
import { useApi, useModel, useUser } from '../data/App.tsx';
import { useDialogs } from '../data/dialogs.tsx';
import { createFiles } from '../data/files.ts';
import { mayOpen } from '../data/mayOpen.ts';
import { useLocale, useMessage } from '../data/messages.tsx';
import { createCheckRule } from './createCheckRule.ts';
import { createRenderHtml } from './createRenderHtml.ts';
import type { FormTools, Question } from './FormTools.ts';
import { createFindOptionPage, createFindRecords } from './findOptions.ts';

/** Creates what the fields of a form share. */
export function useCreateFormTools(
  form: FormState,
  block: Pick<FormBlock, 'id' | 'title' | 'readOnlyAsText'> & Partial<Pick<FormBlock, 'record' | 'entity'>>,
) {
  const [question, setQuestion] = useState<Question>();
  const [api, model, client] = [useApi(), useModel(), useQueryClient()];
  const [locale, say] = [useLocale(), useMessage()];
  const { Features } = useUser();
  const dialogs = useDialogs();
  const idPrefix = `${block.id}${useId().replace(/[^\w-]/g, '')}`;
  const tools = useMemo<FormTools>(() => {
    const ports = { api, model, client };
    return {
      form,
      model,
      locale,
      say,
      idPrefix,
      readOnlyAsText: block.readOnlyAsText,
      sectionLevel: block.title ? 3 : 2,
      findOptions: createFindOptionPage(ports),
      findRecords: createFindRecords({ ...ports, say }),
      files: createFiles(api),
      renderHtml:
        block.record && block.entity
          ? createRenderHtml(api, block.entity, () => form.stored().Id)
          : undefined,
      checkRule: createCheckRule({ api, mayOpen: (address) => mayOpen(model, address, Features) }),
      confirm: (question, yes) =>
        dialogs.confirm(question, { title: yes, yes, no: say('ui.cancel'), tone: 'danger' }),
      explain: setQuestion,
    };
  }, [form, block, api, model, client, locale, say, idPrefix, Features, dialogs]);
  return { tools, question, setQuestion };
}
