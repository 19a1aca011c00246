import { Children, Fragment, type ReactNode } from 'react'

/**
 * Text that stays on one line: a rate, an amount with its code in either order ("LRD 1,500.50", "1 USD"), a transfer's
 * reference, a phone number. Each breaks if it is longer than its line; an email address breaks before its @ first.
 */
const WHOLE =
  /(\(?(?:\b\d[\d,.]* [A-Z]{3} = [A-Z]{3} \d[\d,.]*\d|\b[A-Z]{3} \d[\d,.]*\d|\b[A-Z]{3} \d|\b\d[\d,.]* [A-Z]{3}\b|\bS-[0-9A-Z]{8}\b|\+\d[\d ]{6,}\d)[).,;:!?]*|[^\s@]+@[^\s@]+\.\w+[.,;!?]?)/

/** Keeps these parts of a text on one line. Returns other content unchanged. */
export function noWrap(content: ReactNode): ReactNode {
  if (typeof content === 'string') return parts(content)
  return Array.isArray(content) ? Children.map(content, unbrokenText) : content
}

function unbrokenText(child: ReactNode): ReactNode {
  return typeof child === 'string' ? parts(child) : child
}

function parts(text: string): ReactNode {
  const found = text.split(WHOLE)
  if (found.length === 1) return text
  // Every second part is a match of the expression. The parts never change position.
  return found.map((part, index) => (
    <Fragment key={index}>
      {index % 2 === 0 ? part : part.includes('@') ? address(part) : whole(part)}
    </Fragment>
  ))
}

/**
 * As an inline block, a part moves to the next line as a whole, and breaks only if that line is too short. It includes
 * adjacent punctuation, because screen readers' names have a space around blocks.
 */
const BLOCK = 'inline-block max-w-full [text-decoration:inherit]'

function whole(text: string): ReactNode {
  return <span className={BLOCK}>{text}</span>
}

function address(text: string): ReactNode {
  const at = text.lastIndexOf('@')
  return (
    <span className={`${BLOCK} wrap-anywhere`}>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  )
}
