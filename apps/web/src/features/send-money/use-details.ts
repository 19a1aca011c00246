import { useForm } from '../../lib/form.ts'
import type { Failure } from '../../lib/http.ts'
import { loadPhones } from '../../lib/phone.ts'
import { orderSchema, type Order, type Terms } from './order.ts'
import type { Values } from './values.ts'

interface DetailsOptions {
  terms: Terms
  initial: Values
  onSubmit: (order: Order) => Promise<Failure | undefined>
}

/** The details form. It belongs to the page, so that step 2 and the way back lose nothing. */
export function useDetails({ terms, initial, onSubmit }: DetailsOptions) {
  return useForm({
    schema: orderSchema(terms),
    initial,
    ready: loadPhones,
    onSubmit,
    fieldOf: { amount: 'sendAmount' },
  })
}

export type DetailsForm = ReturnType<typeof useDetails>
