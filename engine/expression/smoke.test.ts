import { it } from 'vitest';
import { compileTree } from './compileTree.ts';
import { compileWhere } from './compileWhere.ts';
import { parseExpression } from './parseExpression.ts';
import { printTree } from './printTree.ts';
it('smoke', () => {
  for (const text of ['a == 1', 'Policy.TermMonth <= 60 and Vehicle.CPO = true and x in ["A","B"]', '$has(a) ? 1 : 2', 'not a = 1', 'a in ("A","B")', 'x AND y', 'count(x)', '$x[0].a.[b,c]', '($x := 1; $x + 2)', "a.b[c=1].d", '$match(a, /x/)', '-5 + -(3)', '`a b`."c d"','a b', '((a)', 'a <> b','a && b', '!a', '{"a": b, "c": [1..3]}', 'a ?? b', '*.a', '%.a', '']) {
    const p = parseExpression(text);
    if (!p.tree) { console.log(text, '=>', JSON.stringify(p.problems)); continue; }
    const c = compileTree(p.tree);
    let r; try { r = c.evaluate({ root: { a: [{b:1},{b:2}], Policy: {TermMonth: 5}, Vehicle: {CPO: true}, x: 'A' }, vars: {x:[{a:{b:1,c:2}}]} }); } catch (e) { r = e; }
    console.log(text, '=>', printTree(p.tree), JSON.stringify(r), JSON.stringify(c.reads), c.calls);
  }
  const w = compileWhere(parseExpression('$not($has($record.BrandId)) or BrandId = $record.BrandId and (IsOperational or Id = $query.id)').tree!);
  console.log(JSON.stringify(w), JSON.stringify((w as any).bind({root: {}, vars: {record: {BrandId: 3}, query: {}}})), JSON.stringify((w as any).bind({root: {}, vars: {record: {}, query: {}}})));
});
