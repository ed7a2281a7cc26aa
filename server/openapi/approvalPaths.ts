/** The calls about approvals and absences. */
import { all, count, flag, id, list, maybeText, text } from '../http/fieldSchemas.ts';
import type { Brief } from './Brief.ts';

const decision = all({ By: text, For: maybeText, Date: text, Note: maybeText });
const approval = all({
  ...{ Id: id, Entity: text, EntityTitle: text, RecordId: text, RecordName: maybeText },
  RecordRevision: { type: ['integer', 'null'] },
  ...{ Transition: text, Label: text, Requester: text, Note: maybeText },
  State: { enum: ['waiting', 'approved', 'sent-back', 'withdrawn', 'cancelled'] },
  ...{ RequestedDate: text, DueDate: maybeText, IsOverdue: flag, FinishedDate: maybeText },
  ...{ EndedBy: maybeText, EndNote: maybeText, Decisions: list(decision), WaitsFor: list(text) },
  ...{ For: maybeText, To: maybeText, MayDecide: flag, MayWithdraw: flag },
});
const approvals = all({ Items: list(approval), TotalItems: count });
const decided = all({
  Id: id,
  Outcome: { enum: ['carried-out', 'waiting', 'sent-back', 'withdrawn'] },
});
const absence = all({
  ...{ Id: id, From: text, To: text, Substitute: maybeText, SubstituteName: maybeText, IsActive: flag },
});

export const approvalPaths: readonly Brief[] = [
  { at: 'GET /approval', summary: 'What waits for the approval of the caller', answer: approvals },
  {
    at: 'GET /approval/requested',
    summary: 'What the caller has asked for and is waiting',
    answer: approvals,
  },
  {
    at: 'GET /approval/record/{entity}/{id}',
    summary: 'The approvals of a record, newest first',
    answer: approvals,
  },
  {
    at: 'POST /approval/{approvalId}/approve',
    summary: 'Approve; the last approval needed carries out the step',
    answer: decided,
  },
  { at: 'POST /approval/{approvalId}/send-back', summary: 'Send back with a note', answer: decided },
  { at: 'POST /approval/{approvalId}/withdraw', summary: 'Withdraw a request of one’s own', answer: decided },
  {
    at: 'GET /absence',
    summary: 'Present and future absences of the caller',
    answer: all({ Items: list(absence), TotalItems: count }),
  },
  { at: 'POST /absence', summary: 'Name a substitute for an absence', answer: absence, status: 201 },
  { at: 'DELETE /absence/{absenceId}', summary: 'Remove an absence of one’s own', status: 204 },
];
