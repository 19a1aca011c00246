import { Fragment, type ReactNode } from 'react'

type Part = ReactNode | ((text: string) => ReactNode)

/** Renders a message with elements in the places of its tags: `<amount/>`, or `<link>a text</link>` for a function. */
export function rich(message: string, parts: Readonly<Record<string, Part>>): ReactNode {
  // Text, name and inner text take turns. They never change position.
  return message.split(/<(\w+)(?:\/>|>(.*?)<\/\1>)/).map((text, index, all) => {
    if (index % 3 === 0) return text
    const part = parts[text]
    return index % 3 === 1 ? (
      <Fragment key={index}>{typeof part === 'function' ? part(all[index + 1] ?? '') : part}</Fragment>
    ) : null
  })
}
