/** The configurator's calls. */

import {
  all,
  count,
  flag,
  id,
  isPartial,
  list,
  maybeText,
  objectOf,
  type Schema,
  text,
} from '../http/fieldSchemas.ts';
import { automationPaths } from './automationPaths.ts';
import type { Brief } from './Brief.ts';

const named = all({ Kind: text, Name: text });
const change: Schema = {
  ...objectOf(
    [
      ['kind', text],
      ['name', text],
    ],
    ['kind', 'name'],
  ),
  description: 'One change, as engine/overlay/overlay.schema.json has it.',
};
const finding = all({
  Change: { anyOf: [named, { type: 'null' }] },
  At: text,
  Level: { enum: ['error', 'warning', 'info'] },
  Code: text,
  Message: text,
});
const effect = all(
  { Verdict: text, Count: count, Change: { anyOf: [named, { type: 'null' }] }, Message: text },
  { IsPartial: isPartial },
);
const draft = all({
  Revision: count,
  Release: count,
  Live: count,
  Changes: list(change),
  Findings: list(finding),
  Differences: list(text),
  Effects: list(effect),
  Upgrade: all({ Clean: list(named), Affected: list({ type: 'object' }) }),
});
const release: Schema = {
  allOf: [{ $ref: '#/components/schemas/configuration-release' }, all({ Differences: list(text) })],
};
/** With the version that `GET /model` has from then on. */
const published: Schema = { allOf: [release, all({ Version: text })] };
const file = all({ Path: text, Text: text });

/** The declarations a browser compiles its model from. */
export const bundle = objectOf(
  [
    ['version', text],
    [
      'files',
      list(
        objectOf(
          [
            ['file', text],
            ['json', {}],
          ],
          ['file', 'json'],
        ),
      ),
    ],
    ['trees', { type: 'object' }],
  ],
  ['version', 'files', 'trees'],
);

/** Drafts and releases. */
/** Null: the condition reads fields that the caller may not see. */
const neededApproval = all({
  Needed: { type: ['boolean', 'null'] },
  By: list(all({ Role: maybeText, Field: maybeText, Superior: flag })),
});

export const configurePaths: readonly Brief[] = [
  {
    at: 'GET /configure/draft',
    summary: 'What one is working on, and what is found wrong with it',
    answer: draft,
  },
  {
    at: 'PUT /configure/draft',
    summary: 'Put changes into the draft and take others out, in one step',
    answer: draft,
    isConditional: true,
  },
  {
    at: 'POST /configure/draft/edits',
    summary: 'Change the draft: only what the person changed, applied to its current state',
    answer: draft,
    isConditional: true,
  },
  { at: 'DELETE /configure/draft', summary: 'Discard the draft', answer: draft, isConditional: true },
  {
    at: 'GET /configure/draft/bundle',
    summary: 'The declarations with the draft laid over them',
    answer: bundle,
  },
  {
    at: 'GET /configure/draft/uses',
    summary:
      'Where the application with the draft uses a field (field:<entity>.<name>), entity, lookup, feature or message',
    answer: all({ TotalItems: count, Items: list(all({ File: text, Path: text })) }),
  },
  {
    at: 'GET /configure/draft/rows',
    summary: 'Which of the ten newest records a person would see under the draft, and by which fields',
    answer: all({
      May: flag,
      All: flag,
      Items: list(all({ Id: id, Name: maybeText, Seen: flag, Why: list(text) })),
    }),
  },
  {
    at: 'POST /configure/entity-file',
    summary:
      'Upload a file to make an entity of; the answer proposes a field for each of its columns, with the reason',
    status: 201,
    answer: all({
      FileId: id,
      FileName: text,
      Columns: list(
        all({
          At: { type: 'integer' },
          Title: text,
          Samples: list(text),
          Type: text,
          Facts: { type: 'object' },
          Reason: text,
        }),
      ),
    }),
  },
  {
    at: 'POST /configure/entity-schema',
    summary:
      'Send a JSON Schema to make entities of; the answer proposes fields with reasons, and lists what does not fit',
    answer: all({
      At: text,
      Roots: list(all({ At: text, Title: text })),
      Entities: list(
        all({
          Title: text,
          Owner: { type: ['integer', 'null'] },
          Columns: list(
            all({
              At: { type: 'integer' },
              Name: text,
              Title: text,
              Samples: list(text),
              Type: text,
              Facts: { type: 'object' },
              Reason: text,
              Needs: list(text),
            }),
          ),
        }),
      ),
      Misfits: list(all({ At: text, Reason: text })),
      MisfitCount: count,
    }),
  },
  {
    at: 'GET /configure/draft/steps',
    summary: 'Which transitions a person could take on the newest records under the draft, and why not',
    answer: all({
      May: flag,
      Items: list(
        all({
          Id: id,
          Name: maybeText,
          State: maybeText,
          Steps: list(
            all({
              ...{ Id: text, May: flag, State: flag, Right: flag, Rights: list(text) },
              Guard: { type: ['boolean', 'null'] },
              Parts: list(all({ Text: text, Value: {} })),
              Approval: { anyOf: [neededApproval, { type: 'null' }] },
            }),
          ),
        }),
      ),
    }),
  },
  {
    at: 'PUT /configure/draft/{kind}/{name}',
    summary: 'Put a change into the draft',
    answer: draft,
    isConditional: true,
  },
  {
    at: 'DELETE /configure/draft/{kind}/{name}',
    summary: 'Take a change out of the draft',
    answer: draft,
    isConditional: true,
  },
  {
    at: 'GET /configure/draft/entity/{name}/dependents',
    summary: 'What is removed together with an entity',
    answer: all({
      Records: { type: ['integer', 'null'] },
      Gone: list(all({ Kind: text, Name: text, Subject: text })),
      Changed: list(all({ Kind: text, Name: text, Subject: text })),
    }),
  },
  {
    at: 'POST /configure/draft/rebase',
    summary: 'Take the draft over the release that came meanwhile',
    answer: draft,
    isConditional: true,
  },
  {
    at: 'POST /configure/draft/upgrade',
    summary: 'Decide changes whose shipped base became another',
    answer: draft,
    isConditional: true,
  },
  { at: 'POST /configure/publish', summary: 'Publish the draft', answer: published, status: 201 },
  { at: 'GET /configure/releases/{number}', summary: 'A release with all its changes', answer: release },
  {
    at: 'GET /configure/releases/{number}/review',
    summary: 'What putting a release in force again would change',
    answer: all({
      Number: count,
      Findings: list(finding),
      Differences: list(text),
      Effects: list(effect),
    }),
  },
  {
    at: 'POST /configure/releases/{number}/restore',
    summary: 'Publish an earlier release again',
    answer: published,
    status: 201,
  },
  {
    at: 'POST /configure/releases/{number}/draft',
    summary: 'Open a release as the draft',
    answer: draft,
    isConditional: true,
  },
  { at: 'GET /configure/export', summary: 'The draft as files', answer: all({ Files: list(file) }) },
  {
    at: 'POST /configure/import',
    summary: 'Take files into the draft',
    answer: draft,
    isConditional: true,
  },
  ...automationPaths,
  { at: 'GET /configure/shipped', summary: 'The declarations as they were shipped', answer: bundle },
];
