/** Named actions: what no declaration can say. Each file's first line says why it is code. */
import type { DataRecord, Finding, Model } from '#engine';
import type { EntityPlan } from '../operations/EntityPlan.ts';
import type { OperationCall } from '../operations/OperationCall.ts';
import { dataLinkValues } from './configuration/dataLinkValues.ts';
import { draftParameter } from './configuration/draftParameter.ts';
import { makeGlobal } from './configuration/makeGlobal.ts';
import { valuesWithGroups } from './configuration/valuesWithGroups.ts';

export type ActionRequest = {
  readonly plan: EntityPlan;
  /** The record the path names, where it names one. */
  readonly id?: string;
  readonly params: Readonly<Record<string, string>>;
  readonly input: DataRecord;
};

/** A file as an answer; its route says of which kind. */
export class FileAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly name: string;

  constructor(bytes: Uint8Array<ArrayBuffer>, name: string) {
    this.bytes = bytes;
    this.name = name;
  }
}

/** Does its work through operations, so that rules, history and announcements hold there too. */
export type Action = (call: OperationCall, request: ActionRequest) => Promise<DataRecord | FileAnswer>;

export type ActionMap = Readonly<Record<string, Action>>;

/** By the name an `api.json` calls them. */
export const actions: ActionMap = {
  'parameter.make-global': makeGlobal,
  'parameter.draft': draftParameter,
  'parameter.data-link-values': dataLinkValues,
  'parameter.values-with-groups': valuesWithGroups,
};

/** Routes that name an action nobody has written. */
export function checkActions(model: Model, known: ActionMap = actions): readonly Finding[] {
  return model.routes
    .filter((route) => route.operation === 'action' && !Object.hasOwn(known, route.action ?? ''))
    .map((route) => ({
      severity: 'error',
      file: route.file,
      path: '/routes',
      message: `${route.method} ${route.path} names the action '${route.action ?? ''}', which does not exist. Add it to server/actions/, or mend the name. Known: ${Object.keys(known).join(', ') || 'none'}.`,
    }));
}
