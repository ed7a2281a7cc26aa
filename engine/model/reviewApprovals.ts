/** Reviews approvals over the whole model: the roles that they name. */
import type { ApproverModel, Model } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';

export function reviewApprovals(model: Model, compiler: Compiler): void {
  for (const { workflow } of model.entities.values())
    for (const { approval } of workflow?.transitions ?? []) {
      if (!approval) continue;
      const review = (all: readonly ApproverModel[], word: string) => {
        for (const [index, { role }] of all.entries())
          if (role !== undefined && !model.roles.has(role))
            compiler.error(
              { file: approval.file, path: `${approval.pointer}/${word}/${index}/role` },
              `There is no role ${role}.`,
              { code: 'approval-role', params: { role } },
            );
      };
      review(approval.by, 'by');
      review(approval.escalate, 'escalate');
    }
}
