import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type Reminder } from '@sesa/contract'
import { useState } from 'react'
import type { Failure } from '@sesa/ui/api/http.ts'
import { callApi, tryCall } from '../../lib/api/api.ts'

/** Returns the key of the list, for its account. */
export const remindersKey = (owner: string) => ['reminders', owner]

/** Returns the reminders and their changes. */
export function useReminders(owner: string) {
  const client = useQueryClient()
  const queryKey = remindersKey(owner)
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => callApi(calls.listReminders, { signal }),
  })
  const [saving, setSaving] = useState<string | null>(null)

  const put = (reminder: Reminder) =>
    client.setQueryData<{ reminders: Reminder[] }>(
      queryKey,
      (all) => all && { reminders: all.reminders.map((each) => (each.id === reminder.id ? reminder : each)) },
    )

  return {
    query,
    /** The id of the reminder that is being paused or resumed. */
    saving,
    /** Pauses an active reminder, and resumes a paused one. Resolves to a failure, if any. */
    async toggle({ id, state }: Reminder): Promise<Failure | null> {
      if (saving !== null) return null
      setSaving(id)
      const { data, error } = await (state === 'paused'
        ? tryCall(calls.resumeReminder, { params: { id } })
        : tryCall(calls.pauseReminder, { params: { id } }))
      if (data) put(data.reminder)
      setSaving(null)
      return error ?? null
    },
    /** Ends a reminder. Resolves once the list shows it, or to a failure. */
    async end({ id }: Reminder): Promise<Failure | null> {
      const { error } = await tryCall(calls.endReminder, { params: { id } })
      // If it has already ended, the result is as wanted.
      if (error && error.code !== 'not_found') return error
      await client.invalidateQueries({ queryKey })
      // The home page lists the due reminders.
      void client.invalidateQueries({ queryKey: ['home'] })
      return null
    },
  }
}
