import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import type { Approval } from '@sesa/contract/office'
import type { Outcome } from '@sesa/ui/api/client.ts'
import type { Failure } from '@sesa/ui/api/http.ts'
import { useForm, type Schema, type Values } from '@sesa/ui/form.ts'

interface Change<V extends Values, S extends Schema<V>> {
  schema: S
  initial: V
  idPrefix: string
  /** Makes the call with the checked values, and with what was typed to confirm unusual ones. */
  ask: (values: v.InferOutput<S>, typed: { confirmed?: string }) => Promise<Outcome<{ approval: Approval }>>
  /** Maps the call's fields to the form's, where the names differ. */
  fieldOf?: Readonly<Record<string, keyof V & string>>
  /** The text to type for unusual values, where it is known before the call. */
  confirm?: string | null | undefined
  /** Fetches what must be known before asking; submitting waits for it. */
  ready?: () => Promise<Failure | null>
  onAsked: (approval: Approval) => void
}

/** A form that asks for a change. After success it is empty again; a failure keeps what was typed. */
export function useChange<V extends Values, S extends Schema<V>>(change: Change<V, S>) {
  const { schema, initial, idPrefix, ask, fieldOf, confirm = null, ready, onAsked } = change
  const client = useQueryClient()
  // Null until a refusal asks to confirm unusual values.
  const [asked, setConfirmed] = useState<string | null>(null)
  const confirmed = asked ?? (confirm === null ? null : '')
  const form = useForm({
    schema,
    initial,
    idPrefix,
    ...(fieldOf && { fieldOf }),
    ...(ready && { ready }),
    onSubmit: async (values) => {
      const { data, error } = await ask(values, confirmed === null ? {} : { confirmed })
      if (error?.field === 'confirmed') setConfirmed(confirmed ?? '')
      if (error) return error
      setConfirmed(null)
      onAsked(data.approval)
      form.setValues(initial)
      scrollTo(0, 0)
      await client.invalidateQueries({ queryKey: ['approvals'] })
      return null
    },
  })
  return { ...form, confirmed, setConfirmed }
}
