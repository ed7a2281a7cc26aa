import sanitize from 'sanitize-html';
import { allowedAttributes, allowedStyle, allowedTags, isInlinePicture, isSafeLink } from './allowedHtml.ts';
import { isTooDeep, nestingLimits } from './nestingOf.ts';
import {
  beforePlaceholder,
  isBalanced,
  type Protected,
  placeholdersIn,
  protectPlaceholders,
  restorePlaceholders,
} from './placeholders.ts';

/** A problem that removal cannot fix: a message key and the placeholder. */
type HtmlProblem = {
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly at: number;
};

type Sanitised = { readonly html: string; readonly problems: readonly HtmlProblem[] };

/** Removes everything that could run, load or cover the page. Template placeholders are preserved. */
export function sanitiseHtml(source: string, isTemplate: boolean): Sanitised {
  const guarded = isTemplate ? protectPlaceholders(source) : { html: source, tags: [], source };
  if (isTooDeep(guarded.html)) {
    const limit = nestingLimits.elements;
    return { html: '', problems: [{ message: 'html.too-deep', params: { limit }, at: 0 }] };
  }
  const problems: HtmlProblem[] = [];
  const clean = sanitize(guarded.html, {
    allowedTags: [...allowedTags],
    allowedAttributes,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowedSchemesByTag: { img: ['data'] },
    parseStyleAttributes: false,
    transformTags: { '*': (name, attributes) => cleanTag(name, attributes, { guarded, problems }) },
  });
  return { html: restorePlaceholders(clean, guarded), problems };
}

type Cleaning = { readonly guarded: Protected; readonly problems: HtmlProblem[] };

function cleanTag(tagName: string, attributes: sanitize.Attributes, cleaning: Cleaning): sanitize.Tag {
  const attribs: sanitize.Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const kept = cleanAttribute(name, value, cleaning);
    if (kept !== undefined) attribs[name] = kept;
  }
  if (tagName === 'img' && attribs.src === undefined) return { tagName: 'left-out', attribs: {} };
  // The linked page must not be able to control this one.
  if (tagName === 'a' && attribs.href !== undefined)
    Object.assign(attribs, { target: '_blank', rel: 'noopener noreferrer nofollow' });
  return { tagName, attribs };
}

function cleanAttribute(name: string, value: string, { guarded, problems }: Cleaning): string | undefined {
  const tags = placeholdersIn(value, guarded);
  const [first] = tags;
  if (!first) return keptValue(name, value);
  const message = isBalanced(tags) ? misplaced(name, value) : 'html.split-attribute';
  if (message === undefined) return value;
  const text = guarded.source.slice(first.at, first.end).slice(0, 60);
  problems.push({ message, params: { text }, at: first.at });
  return undefined;
}

/** The value as written, or undefined when it is not allowed. */
function keptValue(name: string, value: string): string | undefined {
  if (name === 'href') return isSafeLink(value) ? value : undefined;
  if (name === 'src') return isInlinePicture(value) ? value : undefined;
  return name === 'style' ? allowedStyle(value) || undefined : value;
}

/** Placeholders where record data would decide what is opened, loaded or laid out. */
function misplaced(name: string, value: string): string | undefined {
  if (name === 'src' || name === 'style') return `html.placeholder-in-${name}`;
  const isAnchored = /^(https?:\/\/[^/\s]+\/|mailto:)/i.test(beforePlaceholder(value).trim());
  return name === 'href' && !isAnchored ? 'html.placeholder-in-link' : undefined;
}
