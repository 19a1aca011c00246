import path from 'node:path'
import ts from 'typescript'

/** The SDK's type of each object, by the value of its `object` field. */
const TYPES: Readonly<Record<string, string>> = {
  account: 'Stripe.Account',
  balance: 'Stripe.Balance',
  balance_transaction: 'Stripe.BalanceTransaction',
  charge: 'Stripe.Charge',
  customer: 'Stripe.Customer',
  customer_session: 'Stripe.CustomerSession',
  dispute: 'Stripe.Dispute',
  event: 'Stripe.Event',
  payment_intent: 'Stripe.PaymentIntent',
  payment_method: 'Stripe.PaymentMethod',
  'radar.early_fraud_warning': 'Stripe.Radar.EarlyFraudWarning',
  review: 'Stripe.Review',
  refund: 'Stripe.Refund',
  webhook_endpoint: 'Stripe.WebhookEndpoint',
}

/** The installed SDK's types of Stripe's objects, read by the compiler from its declarations. */
export interface StripeTypes {
  readonly kinds: readonly string[]
  /** Lists the differences between a value and its type: a missing or unknown key, a value of another kind. */
  problemsOf(kind: string, value: unknown): string[]
  /** Returns whether the type requires this key, allows it, or does not know it. */
  keyOf(kind: string, key: string): 'required' | 'optional' | 'gone'
}

/** Reads the SDK's types. Takes a few seconds: its declarations are large. */
export function readStripeTypes(): StripeTypes {
  const file = path.join(import.meta.dirname, 'shapes.virtual.ts')
  const shapes = Object.entries(TYPES).map(([kind, type]) => `'${kind}': ${type}`)
  const text = `import type Stripe from 'stripe'\nexport declare const shapes: { ${shapes.join('; ')} }\n`
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2024,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: ['node'],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists, readFile } = host
  host.fileExists = (name) => name === file || fileExists.call(host, name)
  host.readFile = (name) => (name === file ? text : readFile.call(host, name))
  host.getSourceFile = (name, ...more) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2024)
      : getSourceFile.call(host, name, ...more)
  const program = ts.createProgram([file], options, host)
  const checker = program.getTypeChecker()
  const source = given(program.getSourceFile(file), file)
  const module = given(checker.getSymbolAtLocation(source), file)
  const [exported] = checker.getExportsOfModule(module)
  const all = checker.getTypeOfSymbol(given(exported, 'shapes'))
  const typeOf = (kind: string): ts.Type => checker.getTypeOfSymbol(given(all.getProperty(kind), kind))
  return {
    kinds: Object.keys(TYPES),
    problemsOf: (kind, value) => compare(checker, value, typeOf(kind), kind),
    keyOf(kind, key) {
      const type = typeOf(kind)
      const members = type.isUnion() ? type.types : [type]
      const found = members.flatMap((member) => member.getProperty(key) ?? [])
      if (found.length === 0) return 'gone'
      return found.some((symbol) => symbol.flags & ts.SymbolFlags.Optional) ? 'optional' : 'required'
    },
  }
}

function given<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The compiler does not know ${what}`)
  return value
}

function compare(checker: ts.TypeChecker, value: unknown, type: ts.Type, at: string): string[] {
  if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
  if (type.isUnion()) {
    const fitting = type.types.filter((member) => mayBe(checker, value, member))
    const tried = fitting.map((member) => compare(checker, value, member, at))
    return tried.toSorted((a, b) => a.length - b.length)[0] ?? [`${at} is none of its type`]
  }
  if (isSimple(value)) return fits(checker, value, type) ? [] : [`${at} is ${JSON.stringify(value)}`]
  if (Array.isArray(value)) {
    const [element] = checker.isArrayLikeType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
    if (element === undefined) return [`${at} is a list`]
    return value.flatMap((one, index) => compare(checker, one, element, `${at}[${index}]`))
  }
  return compareObject(checker, value as Record<string, unknown>, type, at)
}

function compareObject(
  checker: ts.TypeChecker,
  value: Record<string, unknown>,
  type: ts.Type,
  at: string,
): string[] {
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return [`${at} is an object`]
  const missing = type
    .getProperties()
    .filter((symbol) => !(symbol.flags & ts.SymbolFlags.Optional) && !(symbol.name in value))
    .map((symbol) => `${at}.${symbol.name} is missing`)
  const index = type.getStringIndexType()
  const inside = Object.entries(value).flatMap(([key, part]) => {
    const symbol = type.getProperty(key)
    const expected = symbol ? checker.getTypeOfSymbol(symbol) : index
    return expected ? compare(checker, part, expected, `${at}.${key}`) : [`${at}.${key} is unknown`]
  })
  return [...missing, ...inside]
}

const isSimple = (value: unknown): value is string | number | boolean | null =>
  value === null || typeof value !== 'object'

function fits(checker: ts.TypeChecker, value: string | number | boolean | null, type: ts.Type): boolean {
  if (value === null) return (type.flags & ts.TypeFlags.Null) !== 0
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value === value
  if (type.flags & ts.TypeFlags.BooleanLiteral) return checker.typeToString(type) === String(value)
  if (type.isIntersection()) return type.types.some((member) => fits(checker, value, member))
  const flag = { string: ts.TypeFlags.String, number: ts.TypeFlags.Number, boolean: ts.TypeFlags.Boolean }
  return (type.flags & flag[typeof value as keyof typeof flag]) !== 0
}

/**
 * Returns whether a value may be of this member of a union. Members differ by their literal fields, such as
 * an event's `type`.
 */
function mayBe(checker: ts.TypeChecker, value: unknown, member: ts.Type): boolean {
  if (isSimple(value)) return fits(checker, value, member)
  if (!(member.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false
  if (Array.isArray(value)) return checker.isArrayLikeType(member)
  return member.getProperties().every((symbol) => {
    const expected = checker.getTypeOfSymbol(symbol)
    const own = (value as Record<string, unknown>)[symbol.name]
    return !expected.isStringLiteral() || expected.value === own
  })
}
