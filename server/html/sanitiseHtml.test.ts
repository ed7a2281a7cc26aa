import { describe, expect, it } from 'vitest';
import { sanitiseHtml } from './sanitiseHtml.ts';

const clean = (html: string) => sanitiseHtml(html, true).html;
const refused = (html: string) => sanitiseHtml(html, true).problems.map(({ message }) => message);

describe('cleaning HTML', () => {
  it.each([
    ['<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['<img src="x" onerror="alert(1)">', ''],
    ['<img src="https://example.com/pixel.png">', ''],
    ['<img src="data:image/svg+xml;base64,AAAA">', ''],
    [
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo">',
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Logo" />',
    ],
    ['<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
    ['<a href=" java&#09;script:alert(1)">a</a>', '<a>a</a>'],
    ['<a href="data:text/html,x">a</a>', '<a>a</a>'],
    [
      '<a href="https://example.com">a</a>',
      '<a href="https://example.com" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    ],
    ['<svg><style><img src=x onerror=alert(1)></style></svg>', ''],
    [
      '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
      '<table></table>',
    ],
    ['<xmp><img src=x onerror=alert(1)></xmp>', ''],
    [
      '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
      '<p title="&lt;/noscript&gt;&lt;img src=x onerror=alert(1)&gt;"></p>',
    ],
    ['<iframe src="https://example.com"></iframe>', ''],
    ['<form action="x"><input name="a"><button>b</button></form>', 'b'],
    ['<style>p{color:red}</style><p>a</p>', '<p>a</p>'],
    [
      '<p style="color: red; position: fixed; background: url(https://example.com/x)">a</p>',
      '<p style="color: red">a</p>',
    ],
    [
      '<p style="width: expression(alert(1)); font-family: \'A B\', serif; color: rgb(1, 2, 3)">a</p>',
      '<p style="font-family: \'A B\', serif; color: rgb(1, 2, 3)">a</p>',
    ],
    ['<p style="background: \\75rl(x)">a</p>', '<p>a</p>'],
    [
      '<base href="https://example.com"><meta http-equiv="refresh" content="0"><link rel="stylesheet" href="x"><p>a</p>',
      '<p>a</p>',
    ],
    ['a < b & c', 'a &lt; b &amp; c'],
  ])('%s', (html, expected) => {
    expect(clean(html)).toBe(expected);
    expect(clean(expected)).toBe(expected);
  });
});

describe('placeholders', () => {
  it.each([
    '<table><tbody>{{#each Plans}}<tr><td>{{ Name }}</td></tr>{{/each}}</tbody></table>',
    '<table>{{#each Plans[Price<5 and Name!="<b>"]}}<tr class="{{ Name }}"><td>{{ "a" & Name }}</td></tr>{{else}}<tr><td>none</td></tr>{{/each}}</table>',
    '<p title="{{#if Name = "x"}}a{{else}}b{{/if}}">{{#if a<b}}x{{/if}}</p>',
    '<a href="https://example.com/{{ Code }}" target="_blank" rel="noopener noreferrer nofollow">a</a>',
    '<ul>{{#each Plans}}<li>{{ Name }}</li>{{/each}}</ul>',
  ])('%s is kept exactly', (html) => {
    expect(sanitiseHtml(html, true)).toEqual({ html, problems: [] });
  });

  it.each([
    ['<a href="{{ VideoLink }}">a</a>', 'html.placeholder-in-link'],
    ['<a href="java{{ Name }}">a</a>', 'html.placeholder-in-link'],
    ['<a href="https://{{ Name }}/">a</a>', 'html.placeholder-in-link'],
    ['<img src="{{ Name }}">', 'html.placeholder-in-src'],
    ['<p style="color: {{ Name }}">a</p>', 'html.placeholder-in-style'],
    ['<b title="{{#if a}}">t{{/if}} onmouseover=alert(1) "></b>', 'html.split-attribute'],
    ['<b title="{{#if a}}" class="{{/if}} onclick=alert(1)">x</b>', 'html.split-attribute'],
  ])('%s is refused', (html, message) => {
    expect(refused(html)).toContain(message);
  });

  it('input is never mistaken for a mark', () => {
    expect(clean('<p>\uE0000\uE001{{ Name }}</p>')).toBe('<p>0{{ Name }}</p>');
  });

  it.each([
    ['<a href="https://{&#123;Code}}/">a</a>', 'https://{&#123;Code}}/'],
    [
      '<b title="{&#123;#if a}}">t{&#123;/if}} x" onmouseover=alert(1) y="></b>',
      '<b title="{&#123;#if a}}">t{&#123;/if}} x',
    ],
    ['<p>{<script></script>{ Name }}</p>', '<p>{&#123; Name }}</p>'],
  ])('braces that only meet in %s are text', (html, expected) => {
    expect(clean(html)).toContain(expected);
    expect(clean(clean(html))).toBe(clean(html));
  });

  it('removes handlers made of placeholders', () => {
    expect(clean('<b {{ Name }}="1" on{{ Name }}="x">a</b>')).toBe('<b>a</b>');
    expect(clean('<{{ Name }} onclick="x">a')).not.toMatch(/<[^/]/);
  });
});

it.each([
  ['100,000 levels', '<b>'.repeat(66_000)],
  ['100,000 levels that close something else', '<b></i>'.repeat(28_000)],
  ['paragraphs in paragraphs', '<p><td>'.repeat(28_000)],
])('%s are refused unread', (_, html) => {
  expect(refused(html)).toEqual(['html.too-deep']);
});
