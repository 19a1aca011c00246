import { useState } from 'react'
import * as v from 'valibot'
import { useForm } from '../../../lib/forms/form.ts'
import type { Failure } from '../../../lib/api/http.ts'
import type { TransferRequest, Terms } from './transfer-request.ts'
import { detailsReading } from './lazy-validator.ts'
import type { Values } from '../draft/values.ts'

interface DetailsOptions {
  terms: Terms
  initial: Values
  /** Fetches what reads the details; submitting waits for it. */
  ready: () => Promise<Failure | null>
  onSubmit: (order: TransferRequest) => Promise<Failure | undefined>
}

/** The form waits for `ready` before it asks for it. */
function schemaOf(terms: Terms) {
  const reading = detailsReading()
  if (!reading) throw new Error('Await loadReading() before reading the details')
  return reading.orderSchema(terms)
}

/** The details form. It belongs to the page, so that step 2 and the way back lose nothing. */
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
 * True when the network requires a declaration, by its description or by the server's answer. That is
 * remembered, since its error goes with the first choice, before the rest is chosen.
 */
function useDeclared({ values, errors, attempt }: Attempted, { networks }: Terms): boolean {
  const { country, network } = values
  const [asked, setAsked] = useState({ attempt, network: '' })
  const name = `${country}/${network}`
  const isWrong = 'purposeOfFunds' in errors || 'sourceOfFunds' in errors
  // Once an attempt: an error that stays while another network is chosen says nothing of that one.
  if (isWrong && asked.attempt !== attempt) setAsked({ attempt, network: name })
  const terms = networks.find((entry) => entry.country === country && entry.value === network)
  return terms?.senderDetails === true || isWrong || asked.network === name
}

export type DetailsForm = ReturnType<typeof useDetails>
