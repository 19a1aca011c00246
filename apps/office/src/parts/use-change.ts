import { useQueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Approval } from '@sesa/contract/office'
import { useForm, type Schema, type Values } from '@sesa/web/forms'
import type { Outcome } from '../lib/api.ts'

interface Change<V extends Values, S extends Schema<V>> {
  schema: S
  initial: V
  idPrefix: string
  /** Makes the call with the checked values. */
  ask: (values: v.InferOutput<S>) => Promise<Outcome<{ approval: Approval }>>
  onAsked: (approval: Approval) => void
}

/** A form that asks for a change. After success it is empty again; a failure keeps what was typed. */
export function useChange<V extends Values, S extends Schema<V>>(change: Change<V, S>) {
  const { schema, initial, idPrefix, ask, onAsked } = change
  const client = useQueryClient()
  const form = useForm({
    schema,
    initial,
    idPrefix,
    onSubmit: async (values) => {
      const { data, error } = await ask(values)
      if (error) return error
      onAsked(data.approval)
      form.setValues(initial)
      scrollTo(0, 0)
      await client.invalidateQueries({ queryKey: ['approvals'] })
      return null
    },
  })
  return form
}
