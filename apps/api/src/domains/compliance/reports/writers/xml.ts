import { printable } from '@sesa/contract'
import { create } from 'xmlbuilder2'

/** An element: its name, its text or children, and its attributes. Null children are left out. */
export type XmlElement = readonly [
  name: string,
  content: string | readonly (XmlElement | null)[],
  attributes?: Readonly<Record<string, string>>,
]

/** Authorities also refuse line ends, tabs and zero-width characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu

/** Replaces characters not allowed in an authority's file with blanks, and trims the text. */
export const cleanText = (text: string): string =>
  printable(text).normalize('NFC').replace(UNSEEN, ' ').replace(/ {2,}/g, ' ').trim()

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
