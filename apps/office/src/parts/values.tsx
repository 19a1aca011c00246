import type { ReactNode } from 'react'
import * as v from 'valibot'
import { CURRENCY_CODES } from '@sesa/money'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { amountText, codeText, readable } from '../lib/words.ts'

const amount = v.strictObject({
  amount: v.pipe(v.number(), v.integer()),
  currency: v.picklist(CURRENCY_CODES),
})

/** Returns a value of a payload or an audit entry as people read it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (v.is(amount, value)) return amountText(value)
  if (typeof value === 'string') return codeText(value)
  return typeof value === 'number' ? String(value) : JSON.stringify(value, null, 2)
}

/** Shows a value; a list or an object as it was sent, line by line. */
export function Value({ value }: { value: unknown }): ReactNode {
  const text = valueText(value)
  return text.includes('\n') ? (
    <pre className="max-h-96 overflow-auto text-left break-all whitespace-pre-wrap">{text}</pre>
  ) : (
    <span className="break-words">{text}</span>
  )
}

/** Named values, such as the payload of an approval. */
export function Values({ values }: { values: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(values)
  if (entries.length === 0) return <p className="text-muted">No other values.</p>
  return (
    <Facts
      compact
      facts={entries.map(([key, value]) => ({ key, label: readable(key), value: <Value value={value} /> }))}
    />
  )
}
