/** What people can do around the records of an entity. */
import type { BehaviourDeclaration } from '../declaration/types.generated.ts';
import type { Access } from '../types/basicTypes.ts';
import type { ActivityModel, PolicyModel, Settings } from '../types/modelTypes.ts';
import type { Compiler } from './compiler.ts';
import type { EntityDraft } from './entityDraft.ts';

const defaultCount = 50;

export function compileActivity(
  declared: BehaviourDeclaration['activity'],
  {
    compiler,
    draft,
    file,
    policy,
    settings,
  }: {
    readonly compiler: Compiler;
    readonly draft: EntityDraft;
    readonly file: string;
    readonly policy: PolicyModel;
    readonly settings: Settings;
  },
): ActivityModel | undefined {
  if (!declared) return undefined;
  const { comments, files, duplicate } = declared;
  const access = (part: 'comments' | 'files', silent: Access): Access => {
    const write = declared[part]?.write;
    return write ? compiler.access(write, { file, path: `/activity/${part}/write` }) : silent;
  };
  for (const word of ['restore', 'historyYears'] as const)
    if (declared[word] && !draft.history)
      compiler.error(
        { file, path: `/activity/${word}` },
        `${draft.id} keeps no history. Set "x-history", or remove "${word}".`,
      );
  for (const [index, name] of (duplicate?.without ?? []).entries()) {
    const place = { file, path: `/activity/duplicate/without/${index}` };
    compiler.use(`field:${draft.id}.${name}`, place);
    if (!draft.fields.some((field) => field.name === name))
      compiler.error(place, `${draft.id} has no field ${name}. Add it to properties, or correct the name.`);
  }
  return {
    ...(comments && { comments: { write: access('comments', policy.view) } }),
    ...(files && {
      files: {
        write: access('files', policy.update),
        limits: {
          accept: files.accept ?? settings.fileTypes,
          maxBytes: files.maxBytes ?? settings.fileLimitBytes,
        },
        count: files.count ?? defaultCount,
      },
    }),
    ...(duplicate && { duplicate: { without: duplicate.without ?? [] } }),
    followers: declared.followers === true,
    restore: declared.restore === true,
    related: declared.related === true,
    print: declared.print === true,
    share: declared.share === true,
    ...(declared.historyYears !== undefined && { historyYears: declared.historyYears }),
  };
}
