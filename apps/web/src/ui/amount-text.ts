import type { ReactNode } from 'react'

/** A currency's code and its figures, in either order: "LRD 1,500.50", "1 USD". */
const AMOUNT = /\b([A-Z]{3}) (?=\d)|(\d) (?=[A-Z]{3}\b)/g

/**
 * Text in which no amount breaks between its figures and its code. What is not text is given back as it is; such
 * content shows its amounts with `Money`.
 */
export function wholeAmounts(content: ReactNode): ReactNode {
  return typeof content === 'string' ? keepWhole(content) : content
}

function keepWhole(text: string): string {
  return text.replace(AMOUNT, (_, code?: string, digit?: string) => `${code ?? digit ?? ''}\u00a0`)
}
