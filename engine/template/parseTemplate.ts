/**
 * Templates: text with `{{ expression }}`, `{{#each list}} … {{else}} … {{/each}}` and `{{#if test}} …
 * {{else}} … {{/if}}`. Own code, because handlebars generates code, which the Content-Security-Policy
 * forbids, and it and mustache have their own expressions, where ours use the checked profile of rules.
 */

import type { Problem, Tree } from '../expression/tree.ts';
import { type Parts, wholly } from '../parts.ts';
import { placeIn, scanTemplate, type Tag } from './scanTemplate.ts';
import {
  type ParseTemplateExpression,
  type TemplateNode,
  type TemplateProblem,
  templateLimits,
} from './types.ts';

type ParsedTemplate = {
  readonly nodes: readonly TemplateNode[];
  readonly problems: readonly TemplateProblem[];
};

/** Parses a template; reports all syntax errors with their positions. */
export function parseTemplate(text: string, parse: ParseTemplateExpression): ParsedTemplate {
  return wholly(parseInParts(text, parse));
}

/** Does the same, yielding after each placeholder. */
export function* parseInParts(text: string, parse: ParseTemplateExpression): Parts<ParsedTemplate> {
  const limit = templateLimits.length;
  if (text.length > limit)
    return { nodes: [], problems: [problemAt(text, { at: 0, length: 1 }, 'template.too-long', { limit })] };
  return yield* new TemplateParser(text, parse).run();
}

type Frame = {
  readonly tag?: Tag;
  readonly tree?: Tree;
  readonly body: TemplateNode[];
  otherwise?: TemplateNode[];
};

class TemplateParser {
  private readonly text: string;
  private readonly parse: ParseTemplateExpression;
  private readonly problems: TemplateProblem[] = [];
  private readonly frames: Frame[] = [{ body: [] }];
  /** Cached, because placeholders repeat within a template. */
  private readonly trees = new Map<string, ReturnType<ParseTemplateExpression>>();

  constructor(text: string, parse: ParseTemplateExpression) {
    this.text = text;
    this.parse = parse;
  }

  *run(): Parts<ParsedTemplate> {
    const tags = scanTemplate(this.text);
    if (tags.length > templateLimits.tags)
      this.report(tags[0], 'template.too-many', { limit: templateLimits.tags });
    let end = 0;
    for (const tag of tags.slice(0, templateLimits.tags)) {
      this.addText(end, tag.at);
      this.take(tag);
      end = tag.end;
      yield;
    }
    this.addText(end, this.text.length);
    for (const { tag } of this.frames.slice(1)) this.report(tag, 'template.not-closed', { word: tag?.word });
    return { nodes: this.frames[0]?.body ?? [], problems: this.problems };
  }

  private take(tag: Tag): void {
    if (tag.word === 'value') this.addValue(tag);
    else if (tag.word === 'each' || tag.word === 'if') this.open(tag);
    else if (tag.word === 'else') this.turn(tag);
    else if (tag.word === '/each' || tag.word === '/if') this.close(tag);
    else if (tag.word === 'unclosed') this.report({ ...tag, end: tag.at + 2 }, 'template.unclosed');
    else if (tag.word === 'unknown')
      this.report(tag, tag.text.startsWith('{') ? 'template.three-braces' : 'template.unknown-word', {
        word: tag.text.slice(0, 40),
      });
  }

  private addText(from: number, to: number): void {
    if (to > from) this.add({ kind: 'text', text: this.text.slice(from, to) });
  }

  private add(node: TemplateNode): void {
    const frame = this.frames.at(-1);
    (frame?.otherwise ?? frame?.body)?.push(node);
  }

  private addValue(tag: Tag): void {
    const tree = this.read(tag);
    if (tree) this.add({ kind: 'value', tree, at: tag.at, offset: tag.offset });
  }

  private open(tag: Tag): void {
    if (this.frames.length > templateLimits.depth)
      this.report(tag, 'template.too-deep', { limit: templateLimits.depth });
    this.frames.push({ tag, tree: this.read(tag), body: [] });
  }

  private turn(tag: Tag): void {
    const frame = this.frames.at(-1);
    if (!frame?.tag || frame.otherwise) this.report(tag, 'template.else-alone');
    else frame.otherwise = [];
  }

  private close(tag: Tag): void {
    const frame = this.frames.at(-1);
    if (!frame?.tag || `/${frame.tag.word}` !== tag.word) {
      this.report(tag, 'template.not-open', { word: tag.text });
      return;
    }
    this.frames.pop();
    const { tag: start, tree, body, otherwise = [] } = frame;
    if (tree)
      this.add({
        kind: start.word === 'each' ? 'each' : 'if',
        tree,
        at: start.at,
        offset: start.offset,
        body,
        otherwise,
      });
  }

  private read(tag: Tag): Tree | undefined {
    if (tag.text === '') {
      this.report(tag, 'template.empty');
      return undefined;
    }
    const parsed = this.trees.get(tag.text) ?? this.parse(tag.text);
    this.trees.set(tag.text, parsed);
    for (const problem of parsed.problems) this.note(() => expressionProblem(this.text, tag.offset, problem));
    return parsed.tree;
  }

  private report(
    tag: Tag | undefined,
    message: string,
    params: Readonly<Record<string, unknown>> = {},
  ): void {
    const at = tag?.at ?? 0;
    this.note(() => problemAt(this.text, { at, length: (tag?.end ?? at) - at }, message, params));
  }

  private note(make: () => TemplateProblem): void {
    if (this.problems.length < templateLimits.problems) this.problems.push(make());
  }
}

/** A problem with line and column. */
export function problemAt(
  text: string,
  { at, length }: { readonly at: number; readonly length: number },
  message: string,
  params: Readonly<Record<string, unknown>> = {},
): TemplateProblem {
  return { message, params, at, length: Math.max(1, length), ...placeIn(text, at) };
}

/** A problem inside an expression, at its position in the template. */
export function expressionProblem(text: string, offset: number, problem: Problem): TemplateProblem {
  const place = { at: offset + problem.at, length: problem.length ?? 1 };
  const name = text.slice(place.at, place.at + place.length);
  const isUnknown = problem.code === 'unknown-name';
  const message = !isUnknown
    ? 'template.expression'
    : problem.fix
      ? 'template.unknown-field-near'
      : 'template.unknown-field';
  const found = problemAt(text, place, message, { detail: problem.message, name, near: problem.fix });
  return problem.fix === undefined ? found : { ...found, fix: problem.fix };
}
