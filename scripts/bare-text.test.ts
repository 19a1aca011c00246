import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import english from '../apps/web/src/languages/catalogues/en.json' with { type: 'json' }
import { filesBelow, ROOT } from './files.ts'

/** The sources whose texts are messages (`i18n.t`), so that the language switch translates them. */
const COVERED = [
  'apps/web/src/{app,features,languages,lib}/**/*.{ts,tsx}',
  'apps/web/src/site/{home/*,render}.tsx',
  'packages/ui/src/**/*.{ts,tsx}',
  'packages/contract/src/rules/{pay,transfer}-words.ts',
]

/** English in every language: receipts, legal texts, what the device's English voice reads; and drawings and tests. */
const ENGLISH =
  /\.test\.tsx?$|\/testing\/|\/art\/|features\/(receipt|statement|agreements)\/|disclosure|confetti|appearance|lib\/listen\//

/** Names, and texts for the recipient and for staff. */
const EXCEPT =
  /^(English|Krio|Liberian English|About transfer …: |I sent you … with Sesa\.|I’m sending you … with Sesa\.|Privacy Policy|.*· Sesa)$/

/** Attributes and properties with words for people, and those without. */
const WORDS =
  /^(.*label|title|documentTitle|text|hint|lead|placeholder|alt|words?|message|heading|header|caption|reassurance|action|what|stays|confirm)$/i
const CODE = /^(className|class|key|d|to|autoComplete|frame|phone)$/

/** Returns the texts in a source that people would read in English only, each as "file:line text". */
function bareTexts(path: string, source: string): string[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'i18n.t')
      return node.arguments.slice(1).forEach(visit)
    if (
      ts.isTypeNode(node) ||
      ts.isImportDeclaration(node) ||
      ts.isThrowStatement(node) ||
      ts.isNewExpression(node)
    )
      return
    const text = textOf(node)
    if (text !== undefined && !EXCEPT.test(text) && isBare(node, text, file)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
      found.push(`${path}:${line + 1} ${text.trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the messages of a source; "?" for a computed one, which the extractor cannot read, and names missing values. */
function messagesIn(source: string): string[] {
  const file = ts.createSourceFile('a.tsx', source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'i18n.t') {
      const [message, values] = node.arguments
      const text = message && ts.isStringLiteral(message) ? message.text : '?'
      const named = values && ts.isObjectLiteralExpression(values) ? values.properties : []
      const names = new Set(named.map(({ name }) => name?.getText(file)))
      const missing = [...text.matchAll(/{(\w+)(?=[},])/g)].filter(([, name]) => !names.has(name))
      found.push(missing.length === 0 ? text : `${text} without ${missing.join()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Returns the literal text of a node, with "…" for its expressions. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
    return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join('…')
}

function isBare(node: ts.Node, text: string, file: ts.SourceFile): boolean {
  if (!/[A-Za-z]{2}/.test(text) || /^(%\[|\/|https?:)/.test(text)) return false
  if (ts.isJsxText(node)) return true
  const place = placeOf(node, file)
  if (CODE.test(place)) return false
  // A sentence, two words, or a word beside a value.
  if (/^[A-Z“][^<>{}]*[a-z’]+ .*[a-z]/.test(text) || /^[A-Z][a-z]+ [a-z]+$/.test(text)) return true
  if (ts.isTemplateExpression(node) && / [a-z’]{2,}[,.:]?( |…|$)|^[a-z]{2,} /.test(text)) return true
  if (ts.isPropertyAssignment(node.parent) && /^[A-Z][a-z]+$/.test(text)) return true
  return WORDS.test(place) && /[A-Z].*[a-z]|[a-z] [a-z]/.test(text)
}

/** Returns the attribute or property that has a text, "child" for an element's text, and "" elsewhere. */
function placeOf(node: ts.Node, file: ts.SourceFile): string {
  const { parent } = node
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText(file)
  if (ts.isBindingElement(parent)) return parent.name.getText(file)
  if (ts.isCallExpression(parent) && parent.expression.getText(file) === 'cx') return 'class'
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return placeOf(parent, file)
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? placeOf(parent, file) : 'text'
  if (ts.isParenthesizedExpression(parent) || ts.isJsxExpression(parent)) return placeOf(parent, file)
  if (ts.isBinaryExpression(parent) && /^(&&|\|\||\?\?|\+)$/.test(parent.operatorToken.getText(file)))
    return placeOf(parent, file)
  return ''
}

test('finds a text that is no message', () => {
  const bare = [
    '<p>Pay now</p>',
    '<Field label="Amount" />',
    '<Field label={isNew ? "Add" : i18n.t("Change")} />',
    'const WORDS = { title: "Money" }',
    'const text = `Send to ${name}`',
    'const text = "You pay the fee."',
    'function f({ closeLabel = "Close" }) {}',
  ]
  for (const source of bare) expect(bareTexts('a.tsx', source), source).toHaveLength(1)
  const clean = [
    '<p className="flex gap-2">{i18n.t("Pay now")}</p>',
    'const path = `/user/${id}`',
    'throw new Error("No such page in the build")',
    'const style = cx("font-bold", "sr-only")',
  ]
  for (const source of clean) expect(bareTexts('a.tsx', source), source).toEqual([])
})

test('every text of the app, the landing page and their components is a message', () => {
  const covered = COVERED.flatMap((pattern) => filesBelow(ROOT, pattern)).filter(
    (path) => !ENGLISH.test(path),
  )
  const sources = covered.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')] as const)
  expect(sources.flatMap(([path, source]) => bareTexts(path, source))).toEqual([])
  expect(covered.length).toBeGreaterThan(300)
  const messages = sources.flatMap(([, source]) => messagesIn(source))
  expect(messages.length).toBeGreaterThan(1300)
  // `npx lingui extract --clean` writes it.
  expect(Object.keys(english).sort()).toEqual([...new Set(messages)].sort())
})
