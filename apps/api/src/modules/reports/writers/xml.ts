import { create } from 'xmlbuilder2'

/** An element: its name, its text or children, and its attributes. A child that is null is left out. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes?: Readonly<Record<string, string>>,
]

/** The rules of one element. Children keep the order of the list. */
export interface Rule {
  readonly name: string
  readonly isOptional?: boolean
  readonly mayRepeat?: boolean
  /** A text: at most so many characters, one of a list, or of a pattern. */
  readonly most?: number
  readonly oneOf?: readonly string[]
  readonly pattern?: RegExp
  readonly children?: readonly Rule[]
  /** Of each of these groups, exactly one child is there. */
  readonly exactlyOne?: readonly (readonly string[])[]
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u

/** Replaces what cannot be printed by a blank, and removes blanks at both ends. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replace(new RegExp(UNPRINTABLE, 'gu'), ' ').replace(/ {2,}/g, ' ').trim()

/** Writes an element and its children as an XML document. */
export function writeXml(root: XmlElement): string {
  const document = create({ version: '1.0', encoding: 'UTF-8' })
  append(document, root)
  return `${document.end({ prettyPrint: true })}\n`
}

type Builder = ReturnType<typeof create>

function append(parent: Builder, [name, content, attributes = {}]: XmlElement): void {
  const element = parent.ele(name, attributes)
  if (typeof content === 'string') element.txt(cleanText(content))
  else for (const child of content) if (child !== null) append(element, child)
}

interface XmlNode {
  readonly nodeType: number
  readonly nodeName: string
  readonly textContent: string | null
  readonly childNodes: Iterable<XmlNode>
}
const ELEMENT = 1

const elementsOf = (node: XmlNode): readonly XmlNode[] =>
  [...node.childNodes].filter(({ nodeType }) => nodeType === ELEMENT)

/** Checks a document against the rules of its root. Returns each violation with the path of its element. */
export function findViolations(document: string, rule: Rule): readonly string[] {
  const root = create(document).root().node as unknown as XmlNode
  if (root.nodeName !== rule.name) return [`${root.nodeName}: the document is no ${rule.name}`]
  return violationsOf(root, rule, rule.name)
}

function violationsOf(node: XmlNode, rule: Rule, path: string): string[] {
  const children = elementsOf(node)
  if (rule.children === undefined) {
    const text = node.textContent ?? ''
    return [...(children.length > 0 ? [`${path}: takes no elements`] : []), ...wrongText(text, rule, path)]
  }
  const found: string[] = []
  const known = rule.children.map(({ name }) => name)
  let place = 0
  for (const child of children) {
    const at = known.indexOf(child.nodeName)
    if (at < 0) found.push(`${path}/${child.nodeName}: is not known here`)
    else if (at < place) found.push(`${path}/${child.nodeName}: is out of order`)
    else place = at
  }
  for (const part of rule.children) {
    const there = children.filter(({ nodeName }) => nodeName === part.name)
    const at = `${path}/${part.name}`
    if (there.length === 0 && part.isOptional !== true) found.push(`${at}: is missing`)
    if (there.length > 1 && part.mayRepeat !== true) found.push(`${at}: is there ${there.length} times`)
    for (const child of there) found.push(...violationsOf(child, part, at))
  }
  for (const group of rule.exactlyOne ?? []) {
    const kinds = group.filter((name) => children.some(({ nodeName }) => nodeName === name))
    if (kinds.length !== 1) found.push(`${path}: needs exactly one of ${group.join(', ')}`)
  }
  return found
}

function wrongText(text: string, { most, oneOf, pattern }: Rule, path: string): string[] {
  if (text === '') return [`${path}: is empty`]
  const wrong = (isWrong: boolean, what: string): string[] => (isWrong ? [`${path}: ${what}`] : [])
  return [
    ...wrong(text !== text.trim(), 'begins or ends with a blank'),
    ...wrong(UNPRINTABLE.test(text), 'has a character that cannot be printed'),
    ...wrong(most !== undefined && [...text].length > most, `is longer than ${most ?? 0}`),
    ...wrong(oneOf !== undefined && !oneOf.includes(text), `${text} is not in its list of codes`),
    ...wrong(pattern !== undefined && !pattern.test(text), 'has another form'),
  ]
}
