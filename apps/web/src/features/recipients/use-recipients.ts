import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calls, type Recipient } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { tryCall } from '../../lib/api/api.ts'
import { recipientsQuery } from '../../lib/recipients.ts'

/** Returns the saved recipients and their changes. */
export function useRecipients(owner: string) {
  const client = useQueryClient()
  const query = useQuery(recipientsQuery(owner))
  const { queryKey } = recipientsQuery(owner)
  const [saving, setSaving] = useState<string | null>(null)

  return {
    query,
    /** The id of the recipient whose star is being saved. */
    saving,
    /** Sets or clears the star. Resolves to a failure, if any. */
    async toggleFavourite({ id, name, nickname, favourite, country, phone, network }: Recipient) {
      if (saving !== null) return null
      setSaving(id)
      const body = { name, nickname: nickname ?? '', favourite: !favourite, country, phone, network }
      const { data, error } = await tryCall(calls.updateRecipient, { params: { id }, body })
      if (data) {
        client.setQueryData(queryKey, (all) => all?.map((each) => (each.id === id ? data.recipient : each)))
      }
      setSaving(null)
      return error ?? null
    },
    /** Removes a recipient. Resolves once the list shows it, or to a failure. */
    async remove({ id }: Recipient): Promise<Failure | null> {
      const { error } = await tryCall(calls.removeRecipient, { params: { id } })
      // If the recipient is already removed, the result is as wanted.
      if (error && error.code !== 'not_found') return error
      client.setQueryData(queryKey, (all) => all?.filter((each) => each.id !== id))
      return null
    },
  }
}
