import { useState } from 'react'
import type { Config } from '@sesa/contract'
import * as v from 'valibot'
import { useForm } from '@sesa/ui/form.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import type { TransferRequest, Terms } from './transfer-request.ts'
import { getValidator } from './lazy-validator.ts'
import type { Values } from '../draft/values.ts'

/** The server's settings that step 1 reads. */
export type DetailsConfig = Pick<Config, 'countries' | 'corridors' | 'networks' | 'deliveryMinutes'>

interface DetailsOptions {
  terms: Terms
  initial: Values
  /** Fetches the code that validates the details; submitting waits for it. */
  ready: () => Promise<Failure | null>
  onSubmit: (order: TransferRequest) => Promise<Failure | undefined>
}

/** Returns the form's schema. The form awaits `ready` before it uses the schema. */
function schemaOf(terms: Terms) {
  const validator = getValidator()
  if (!validator) throw new Error('Await loadValidator() before reading the details')
  return validator.transferRequestSchema(terms)
}

/** Holds the details form. The page owns it, so that going to step 2 and back loses nothing. */
export function useDetails({ terms, initial, ready, onSubmit }: DetailsOptions) {
  const form = useForm({
    schema: v.lazy(() => schemaOf(terms)),
    initial,
    ready,
    onSubmit,
    fieldOf: { amount: 'sendAmount' },
  })
  const isDeclared = useDeclared(form, terms)
  return { ...form, isDeclared }
}

interface Attempted {
  values: Values
  errors: object
  attempt: number
}

/**
 * Returns true when the network requires a declaration, by its description or by the server's answer. The answer is
 * remembered, since its error disappears with the first choice, before the rest is chosen.
 */
function useDeclared({ values, errors, attempt }: Attempted, { networks }: Terms): boolean {
  const { country, network } = values
  const [asked, setAsked] = useState({ attempt, network: '' })
  const name = `${country}/${network}`
  const isWrong = 'purposeOfFunds' in errors || 'sourceOfFunds' in errors
  // Once per attempt: an error that stays while another network is chosen does not apply to that network.
  if (isWrong && asked.attempt !== attempt) setAsked({ attempt, network: name })
  const terms = networks.find((entry) => entry.country === country && entry.value === network)
  return terms?.senderDetails === true || isWrong || asked.network === name
}

export type DetailsForm = ReturnType<typeof useDetails>
