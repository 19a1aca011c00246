import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from '../world/child.ts'

const FOLDER = 'apps/api/src'
const NOT_PRODUCT = /\.test\.ts$|\/testing\/|\/testing\.ts$/
/** The position of the name among the arguments. */
const NAME_AT: Readonly<Record<string, number>> = {
  ...{ inTransaction: 1, inOneStatement: 1, callProvider: 0 },
  // They pass their name on.
  ...{ decideAndApply: 1, decideInTransaction: 1, writeStep: 1 },
}
/** The only file that may open a transaction. */
const OPENS_TRANSACTIONS = 'apps/api/src/db/index.ts'

export interface Scan {
  /** All names passed to the functions of `NAME_AT`, sorted. */
  readonly names: readonly string[]
  readonly calls: number
  readonly files: number
  /** Transactions and provider calls without a name in the source, and ways around the wrappers. */
  readonly hidden: readonly string[]
}

/** Finds the names of transactions and provider calls in the product's sources. */
export function scanPoints(root = ROOT): Scan {
  const files = globSync(`${FOLDER}/**/*.ts`, { cwd: root }).filter((file) => !NOT_PRODUCT.test(`/${file}`))
  const found = files.map((file) => scanSource(file, readFileSync(path.join(root, file), 'utf8')))
  return {
    names: [...new Set(found.flatMap(({ names }) => names))].sort(),
    calls: found.reduce((sum, { names }) => sum + names.length, 0),
    files: files.length,
    hidden: found.flatMap(({ hidden }) => hidden),
  }
}

/** Returns the names in one source, and the code that hides a name. */
export function scanSource(file: string, text: string): { names: string[]; hidden: string[] } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const names: string[] = []
  const hidden: string[] = []
  const hide = (node: ts.Node, why: string): void => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
    hidden.push(`${file}:${line + 1}: ${why}`)
  }
  const own = namesDeclaredIn(source)
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && Object.hasOwn(NAME_AT, node.text) && !own.has(node.text)) readUse(node)
    if (
      ts.isPropertyAccessExpression(node) &&
      node.name.text === 'transaction' &&
      ts.isCallExpression(node.parent) &&
      file !== OPENS_TRANSACTIONS
    ) {
      hide(node, 'a transaction that is not opened by inTransaction')
    }
    ts.forEachChild(node, visit)
  }
  const readUse = (node: ts.Identifier): void => {
    const { parent } = node
    if (ts.isFunctionDeclaration(parent) || isOtherThing(node)) return
    if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) {
      if (parent.propertyName !== undefined) hide(node, `${node.text} under another name`)
      return
    }
    if (!ts.isCallExpression(parent) || parent.expression !== node) {
      return hide(node, `${node.text} is passed on rather than called`)
    }
    const name = parent.arguments[NAME_AT[node.text] ?? 0]
    if (name !== undefined && ts.isStringLiteral(name)) names.push(name.text)
    else if (!isPassedOn(node)) hide(node, `${node.text} without a literal name`)
  }
  visit(source)
  return { names, hidden }
}

/** Returns the variables and parameters that only share a wrapper's name. `readUse` reports wrappers passed on. */
function namesDeclaredIn(source: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if ((ts.isVariableDeclaration(node) || ts.isParameter(node)) && ts.isIdentifier(node.name)) {
      names.add(node.name.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}

/** Returns true inside a function whose own callers give the name. */
function isPassedOn(node: ts.Node): boolean {
  for (let outer = node.parent; !ts.isSourceFile(outer); outer = outer.parent)
    if (ts.isFunctionDeclaration(outer)) return (outer.name?.text ?? '') in NAME_AT
  return false
}

/** Returns true if an identifier is a property or a type with the same name. */
function isOtherThing({ parent }: ts.Identifier): boolean {
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name.text in NAME_AT) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isJSDocParameterTag(parent)
  )
}
