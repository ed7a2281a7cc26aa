/** The parts of an example message, as expressions. */
const most = 200;
const deepest = 6;

const isPlain = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** `$event.order.lines[0].sku`, in the order of the message. */
export function messageParts(example: unknown, path = '$event', depth = 0): readonly string[] {
  if (depth > deepest || typeof example !== 'object' || example === null) return [path];
  if (Array.isArray(example))
    return example.length === 0 ? [path] : [path, ...messageParts(example[0], `${path}[0]`, depth + 1)];
  return Object.entries(example)
    .flatMap(([name, value]) =>
      messageParts(value, `${path}.${isPlain(name) ? name : `\`${name}\``}`, depth + 1),
    )
    .slice(0, most);
}
