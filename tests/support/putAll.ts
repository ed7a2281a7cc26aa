/**
 * The body of `PUT /api/configure/draft` that puts all changes at once, by their paths (`field/product.Note`): each
 * state of a draft is compiled and reviewed as a whole, which takes as long as dozens of other calls.
 */
export function putAll(changes: Readonly<Record<string, object>>) {
  const Put = Object.entries(changes).map(([path, change]) => {
    const [kind, name] = path.split('/');
    return { ...change, kind, name };
  });
  return { Put };
}
