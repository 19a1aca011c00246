import fc from 'fast-check'

/** A body that no provider documents: the bytes sent, and the text that a parser decodes. */
export interface HostileBody {
  readonly what: string
  readonly bytes: Buffer
  readonly text: string
}

/** Returns a placeholder for raw text in JSON.stringify, such as numbers that JavaScript cannot write. */
const raw = (text: string): string => `@raw(${text})@`
const write = (value: unknown): string => JSON.stringify(value).replaceAll(/"@raw\((.*?)\)@"/g, '$1')

const VALUES = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    '',
    ' ',
    'ok',
    '\u0000',
    '\ud800',
    '\r\nset-cookie: a=b',
    '</script>\u2028',
    'x'.repeat(70_000),
    [],
    {},
    [[]],
    [null],
    { error: 5 },
    raw('1e400'),
    raw('-0'),
    raw('123456789012345678901234567890'),
    raw('0.1e-400'),
    raw('9007199254740993'),
  ),
  fc.jsonValue({ maxDepth: 2 }),
)

type Path = readonly (string | number)[]

function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const inside = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...inside.flatMap(([key, held]) => pathsOf(held, [...path, key]))]
}

/** Returns the value with the part at `path` changed; `undefined` drops it. */
function changeAt(value: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((held, index) => (index === key ? changeAt(held, rest, change) : (held as unknown)))
  if (typeof value !== 'object' || value === null) return value
  return { ...value, [key]: changeAt((value as Record<string, unknown>)[String(key)], rest, change) }
}

const body = (what: string, bytes: Buffer | string): HostileBody => {
  const sent = Buffer.from(bytes)
  return { what, bytes: sent, text: new TextDecoder().decode(sent) }
}

function changed(good: unknown): fc.Arbitrary<HostileBody> {
  const change = fc.oneof(
    VALUES.map((value) => ({ name: 'replaced', by: () => value })),
    fc.constantFrom(
      { name: 'dropped', by: () => undefined },
      { name: 'in a list', by: (old: unknown) => [old] },
      { name: 'in an object', by: (old: unknown) => ({ value: old }) },
      { name: 'as text', by: (old: unknown) => JSON.stringify(old) },
      { name: 'negative', by: (old: unknown) => (typeof old === 'number' ? -old : old) },
      { name: 'another', by: (old: unknown) => (typeof old === 'string' ? `${old}x` : old) },
    ),
  )
  return fc
    .tuple(fc.constantFrom(...pathsOf(good)), change)
    .map(([path, { name, by }]) =>
      body(`${name} at ${path.join('.') || 'the root'}`, write(changeAt(good, path, by) ?? null)),
    )
}

/** Writes members before and after the good body's own. */
function widened(good: unknown): fc.Arbitrary<HostileBody> {
  const inner = write(good).replace(/^\{|\}$/g, '')
  const keys = typeof good === 'object' && good !== null ? Object.keys(good) : []
  return fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'error', 'toJSON', 'then', 'length', ...keys), VALUES)
    .chain(([key, value]) => {
      const member = `${JSON.stringify(key)}:${write(value)}`
      return fc.constantFrom(
        body(`${key} before`, `{${member},${inner}}`),
        body(`${key} after`, `{${inner},${member}}`),
        body('in __proto__', `{"__proto__":${write(good)}}`),
      )
    })
}

function shaped(good: unknown): fc.Arbitrary<HostileBody> {
  const text = write(good)
  const depth = 200_000
  return fc.oneof(
    VALUES.map((value) => body('another root', write(value))),
    fc.nat(text.length - 1).map((end) => body('cut short', text.slice(0, end))),
    fc.constantFrom(
      body('empty', ''),
      body('html', '<html><body>Bad gateway</body></html>'),
      body('words', 'not JSON at all'),
      body('twice', text + text),
      body('single quotes', text.replaceAll('"', "'")),
      body('a list of it', `[${text}]`),
      body('text of it', JSON.stringify(text)),
      body('deep lists', '['.repeat(depth) + ']'.repeat(depth)),
      body('deep and unclosed', '{"a":'.repeat(depth)),
      body('a deep member', text.replace(/^\{/, `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},`)),
      body('a byte order mark', `\ufeff${text}`),
      body('UTF-16', Buffer.from(text, 'utf16le')),
      body('bytes of no encoding', Buffer.from([0xff, 0xfe, 0x7b, 0xc3, 0x28, 0x7d])),
      body(
        'a broken letter in it',
        Buffer.concat([Buffer.from(text.slice(0, -2)), Buffer.from([0xc3, 0x22])]),
      ),
      body('zero bytes around it', `\0${text}\0`),
    ),
  )
}

/** Generates bodies that resemble a good one, with undocumented values, shapes, depths and encodings. */
export function hostileBodies(good: unknown): fc.Arbitrary<HostileBody> {
  return fc.oneof(
    { arbitrary: changed(good), weight: 6 },
    { arbitrary: widened(good), weight: 2 },
    { arbitrary: shaped(good), weight: 3 },
  )
}
