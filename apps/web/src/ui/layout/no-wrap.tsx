import { Children, Fragment, type ReactNode } from 'react'

/**
 * What a line never breaks in: a rate, an amount with its code in either order ("LRD 1,500.50", "1 USD"), a transfer's
 * reference, a phone number. An email address that is longer than its line breaks before its @ first.
 */
const WHOLE =
  /(\b\d[\d,.]* [A-Z]{3} = \d[\d,.]* [A-Z]{3}\b|\b[A-Z]{3} \d[\d,.]*\d|\b[A-Z]{3} \d|\b\d[\d,.]* [A-Z]{3}\b|\bS-[0-9A-Z]{8}\b|\+\d[\d ]{6,}\d|[^\s@]+@[^\s@]+\.\w+[.,;!?]?)/

/** Text in which these stay whole; what else is in the content is given back as it is. */
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
  // Every second one is what the expression found; they stay in their places.
  return found.map((part, index) => (
    <Fragment key={index}>
      {index % 2 === 0 ? part : part.includes('@') ? address(part) : whole(part)}
    </Fragment>
  ))
}

function whole(text: string): ReactNode {
  return <span className="whitespace-nowrap">{text}</span>
}

/**
 * As a box of its own it goes to the next line whole, and breaks only where that line is too short for it. The mark that
 * ends a sentence is in the box: names for screen readers have a space around boxes.
 */
function address(text: string): ReactNode {
  const at = text.lastIndexOf('@')
  return (
    <span className="inline-block max-w-full wrap-anywhere">
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </span>
  )
}
