import type { Corridor, CountryCode } from '@sesa/contract'
import { useForm } from '../../lib/form.ts'
import type { Failure } from '../../lib/http.ts'
import { loadPhones } from '../../lib/phone.ts'
import { orderSchema, type Order } from './order.ts'
import type { Values } from './values.ts'

interface DetailsOptions {
  sender: CountryCode
  corridors: readonly Corridor[]
  initial: Values
  onSubmit: (order: Order) => Promise<Failure | undefined>
}

/** The details form. It belongs to the page, so that step 2 and the way back lose nothing. */
export function useDetails({ sender, corridors, initial, onSubmit }: DetailsOptions) {
  return useForm({
    schema: orderSchema(sender, corridors),
    initial,
    ready: loadPhones,
    onSubmit,
    fieldOf: { amount: 'sendAmount' },
  })
}

export type DetailsForm = ReturnType<typeof useDetails>
