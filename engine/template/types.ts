import type { ExpressionType, TypeScope } from '../expression/checkTree.ts';
import type { ParseResult } from '../expression/parseExpression.ts';
import type { Tree } from '../expression/tree.ts';

/** A problem of a template: message key, parameters and position. Lines and columns count from 1. */
export type TemplateProblem = {
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
  readonly length: number;
  readonly line: number;
  readonly column: number;
  /** Replacement for [at, at + length) that fixes it. */
  readonly fix?: string;
};

export type TemplateNode =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly tree: Tree; readonly at: number; readonly offset: number }
  | {
      readonly kind: 'each' | 'if';
      readonly tree: Tree;
      readonly at: number;
      /** Offset of the expression in the template, for positions inside it. */
      readonly offset: number;
      readonly body: readonly TemplateNode[];
      /** The part after `{{else}}`. */
      readonly otherwise: readonly TemplateNode[];
    };

/** Parses an expression; passed in, so that jsonata is loaded only where needed. */
export type ParseTemplateExpression = (text: string) => ParseResult;

/** What a template may read, and its parser. */
export type TemplateContext = {
  readonly parse: ParseTemplateExpression;
  readonly scope: TypeScope;
  /** Hears of each expression, with the names around it. */
  readonly reading?: (tree: Tree, scope: TypeScope) => void;
};

export type { ExpressionType, TypeScope };

/** Limits of a template: text, nesting, and one rendering. */
export const templateLimits = {
  length: 200_000,
  depth: 32,
  tags: 5_000,
  /** Nobody reads more. */
  problems: 100,
  /** Placeholders and iterations of one rendering. */
  steps: 250_000,
  /** Work units of all expressions of one rendering. */
  work: 20_000_000,
  /** Characters of the result. */
  output: 4_000_000,
} as const;
