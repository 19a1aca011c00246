import * as v from 'valibot'
import { useForm } from '../../lib/form.ts'
import type { Failure } from '../../lib/http.ts'
import type { Order, Terms } from './order.ts'
import { detailsReading } from './reading.ts'
import type { Values } from './values.ts'

interface DetailsOptions {
  terms: Terms
  initial: Values
  /** Fetches what reads the details; submitting waits for it. */
  ready: () => Promise<Failure | null>
  onSubmit: (order: Order) => Promise<Failure | undefined>
}

/** The form waits for `ready` before it asks for it. */
function schemaOf(terms: Terms) {
  const reading = detailsReading()
  if (!reading) throw new Error('Await loadReading() before reading the details')
  return reading.orderSchema(terms)
}

/** The details form. It belongs to the page, so that step 2 and the way back lose nothing. */
export function useDetails({ terms, initial, ready, onSubmit }: DetailsOptions) {
  return useForm({
    schema: v.lazy(() => schemaOf(terms)),
    initial,
    ready,
    onSubmit,
    fieldOf: { amount: 'sendAmount' },
  })
}

export type DetailsForm = ReturnType<typeof useDetails>
