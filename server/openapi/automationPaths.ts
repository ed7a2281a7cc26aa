/** The calls about automations. */
import { all, count, flag, id, list, maybeText, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const maybeFlag = { type: ['boolean', 'null'] };
const maybeCount = { type: ['integer', 'null'] };
const maybeObject = { type: ['object', 'null'] };

const step = all({
  ...{ Do: text, Step: text, Values: maybeObject, Reason: maybeText, Milliseconds: count },
  Outcome: { enum: ['done', 'skipped', 'stopped', 'waiting', 'failed'] },
});
const secret = all({ Name: text, Host: text, ModifiedDate: text, ModifiedBy: maybeText });
const run = all({
  ...{ Id: id, Automation: text, Entity: text, Event: text, RecordId: maybeText, RecordName: maybeText },
  State: { enum: ['waiting', 'calling', 'done', 'stopped', 'failed', 'cancelled'] },
  ...{
    CausedBy: maybeText,
    Depth: count,
    Attempts: count,
    Date: text,
    NextTry: maybeText,
    FinishedDate: maybeText,
  },
  ...{ Milliseconds: maybeCount, Problem: maybeText, Input: maybeObject, Steps: list(step) },
});

export const automationPaths: readonly Brief[] = [
  {
    at: 'GET /configure/automations',
    summary: 'The automations in force, with their last run and their failures',
    answer: all({
      Items: list(
        all({
          ...{
            Id: text,
            Entity: text,
            Title: text,
            On: text,
            IsOff: flag,
            Owner: maybeText,
            IsShipped: flag,
          },
          ...{ Waiting: count, Failed: count },
          LastRun: { anyOf: [all({ State: text, Date: text }), { type: 'null' }] },
        }),
      ),
    }),
  },
  {
    at: 'GET /configure/automations/secrets',
    summary: 'The secrets that calls of automations send, without their values',
    answer: all({ Items: list(secret) }),
  },
  {
    at: 'PUT /configure/automations/secrets/{name}',
    summary: 'Store a secret for calls of automations to one host',
    answer: secret,
  },
  {
    at: 'DELETE /configure/automations/secrets/{name}',
    summary: 'Remove a secret of automations',
    status: 204,
  },
  {
    at: 'GET /configure/automations/runs',
    summary: 'The runs of automations, newest first',
    answer: all({ Items: list(run), TotalItems: count }),
  },
  {
    at: 'GET /configure/automations/records',
    summary: 'The newest records of an entity, on which an automation may be tried',
    answer: all({ Items: list(all({ Id: id, Name: text })) }),
  },
  {
    at: 'POST /configure/automations/{name}/trial',
    summary: 'Try an automation of the draft on a record: nothing is kept',
    answer: all({ Holds: maybeFlag, Reason: maybeText, Steps: list(step), Sent: flag }),
  },
  {
    at: 'POST /configure/automations/runs/{runId}/again',
    summary: 'Run a failed automation again',
    answer: run,
  },
  {
    at: 'GET /configure/automations/hooks/{name}',
    summary: 'The address at which an automation receives webhooks, without its secret',
    answer: all({
      ...{ Address: text, IsLive: flag, HasSecret: flag },
      ...{ SecretDate: maybeText, LastDate: maybeText },
    }),
  },
  {
    at: 'POST /configure/automations/hooks/{name}/secret',
    summary: 'Creates or replaces the secret of that address, told this once',
    status: 201,
    answer: all({ Secret: text, Address: text }),
  },
  {
    at: 'DELETE /configure/automations/hooks/{name}/secret',
    summary: 'Removes that secret: every message is refused',
    status: 204,
  },
  {
    at: 'POST /hooks/{name}',
    summary: 'A webhook that comes in: starts an automation',
    status: 202,
    isPublic: true,
    answer: all({ Accepted: flag, IsRepeated: flag }),
  },
];
