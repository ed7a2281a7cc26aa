import type { ExpressionType, TypeScope } from '../expression/checkTree.ts';
import type { ParseResult } from '../expression/parseExpression.ts';
import type { Tree } from '../expression/tree.ts';

/** What is wrong with a template: a message key with its parameters, and where. Lines and columns count from 1. */
export type TemplateProblem = {
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  /** Text that, put in place of [at, at + length), mends it. */
  readonly fix?: string;
};

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly tree: Tree; readonly at: number; readonly offset: number }
  | {
      readonly kind: 'each' | 'if';
      readonly tree: Tree;
      readonly at: number;
      /** Where the expression starts in the template: positions in it count from there. */
      readonly offset: number;
      readonly body: readonly TemplateNode[];
      /** After `{{else}}`: no items, or not so. */
      readonly otherwise: readonly TemplateNode[];
    };

/** Reads the text of an expression; given from outside, so that jsonata comes only where it is needed. */
export type ParseTemplateExpression = (text: string) => ParseResult;

/** What a template may read, and how it is read. */
export type TemplateContext = { readonly parse: ParseTemplateExpression; readonly scope: TypeScope };

export type { ExpressionType, TypeScope };

/** Bounds of a template: of its text, of its nesting, and of what one rendering may do. */
export const templateLimits = {
  length: 200_000,
  depth: 32,
  tags: 5_000,
  /** Nobody reads more. */
  problems: 100,
  /** Placeholders and rounds of one rendering. */
  steps: 250_000,
  /** Units of work of all expressions of one rendering together. */
  work: 20_000_000,
  /** Characters of what is rendered. */
  output: 4_000_000,
} as const;
