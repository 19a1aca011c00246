import ts from 'typescript'

/** A text that people read, and where it is. */
export interface UiText {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** Stands for a value that is filled in: one word of one syllable. A capital, since it may begin a sentence. */
const VALUE = 'It'

/** Attributes and properties whose texts nobody reads. */
const UNREAD = new Set(
  'className class id key href src name type role method action autoComplete inputMode d viewBox fill words source data-help-search'.split(
    ' ',
  ),
)

const isElement = (node: ts.Node): node is ts.JsxElement | ts.JsxFragment =>
  ts.isJsxElement(node) || ts.isJsxFragment(node)

/** Returns the text of an element with that of everything inside it, in one line. */
function textInside(node: ts.Node): string {
  if (ts.isJsxText(node)) return node.text
  if (isElement(node)) return node.children.map(textInside).join('')
  if (!ts.isJsxExpression(node) || !node.expression) return ''
  const { expression } = node
  if (ts.isStringLiteralLike(expression)) return expression.text
  // A nested element under a condition is a text of its own.
  return ts.isIdentifier(expression) ||
    ts.isPropertyAccessExpression(expression) ||
    ts.isCallExpression(expression)
    ? ` ${VALUE} `
    : ' '
}

/** An article or a legal text, with headings and lists. */
const HAS_BLOCKS = /\n(?:## |- |1\. )/

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Whether a literal is a text for people, by its looks: it begins like one and has several words. */
const looksRead = (text: string): boolean =>
  HAS_BLOCKS.test(text) || (/^["“(]?(?:[A-Z0-9]|%\[).*\s/s.test(text) && /[a-z]{3}/.test(text))

function isUnread(node: ts.Node): boolean {
  const { parent } = node
  if (!parent) return false
  if (ts.isImportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true
  if (ts.isJsxAttribute(parent) || ts.isPropertyAssignment(parent)) return UNREAD.has(parent.name.getText())
  return (
    ts.isJsxExpression(parent) && ts.isJsxAttribute(parent.parent) && UNREAD.has(parent.parent.name.getText())
  )
}

/** Whether an element begins a text: it has words of its own, and its parent has none. */
function beginsText(node: ts.Node): boolean {
  const hasWords = (one: ts.Node): boolean =>
    isElement(one) && one.children.some((child) => ts.isJsxText(child) && /\w/.test(child.text))
  return hasWords(node) && !hasWords(node.parent)
}

/** Returns every text for people in a source file: of elements, attributes and literals. */
export function textsIn(path: string, source: string): UiText[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind)
  const texts: UiText[] = []
  const add = (node: ts.Node, text: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    for (const part of partsOf(text)) texts.push({ path, line: line + 1, text: part })
  }
  const visit = (node: ts.Node): void => {
    if (isElement(node) && beginsText(node)) add(node, textInside(node))
    else if (ts.isTemplateExpression(node) && !isUnread(node)) {
      const text =
        node.head.text + node.templateSpans.map(({ literal }) => ` ${VALUE} ${literal.text}`).join('')
      if (looksRead(text)) add(node, text)
    } else if (ts.isStringLiteralLike(node) && !isUnread(node) && looksRead(node.text.trim()))
      add(node, node.text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts
}

/** Returns the parts of a text that are read one by one: an article has headings, paragraphs, entries and steps. */
function partsOf(text: string): string[] {
  const parts = HAS_BLOCKS.test(text) ? text.split('\n') : [text]
  return parts
    .map((part) =>
      oneLine(part)
        .replace(/^(?:## |- |\d+\. )/, '')
        .replaceAll(/\*\*|\[(.+?)\]\([^)]+\)/g, '$1')
        .replaceAll(/%\[[\w.-]+\]/g, VALUE),
    )
    .filter((part) => /[a-z]/i.test(part))
}
