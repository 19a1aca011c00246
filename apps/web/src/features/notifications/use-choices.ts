import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'
import { isChanged, NO_CHANGES, withChanges, type Changes } from './choices.ts'

const KEY = ['notifications']
const unsaved = formMemory<Changes>()

/** Returns the choices with unsaved changes, and a function to save them. A failed save keeps the changes. */
export function useChoices(uid: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callApi(calls.getNotifications, { signal }),
  })
  const [changes, setChanges] = useState(() => unsaved.kept(uid) ?? NO_CHANGES)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const saved = query.data
  const shown = saved && withChanges(saved, changes)
  const isDirty = saved !== undefined && isChanged(saved, changes)

  const change = <Part extends keyof Changes>(part: Part, wanted: Changes[Part]) => {
    const next = { ...changes, [part]: { ...changes[part], ...wanted } }
    setChanges(next)
    unsaved.keep(uid, next)
  }
  const forget = () => {
    setChanges(NO_CHANGES)
    unsaved.forget()
  }
  /** Resolves to true once the server has saved them. */
  const save = async () => {
    if (shown === undefined || busy) return false
    setBusy(true)
    setFailure(null)
    const { notifications, channels } = shown
    const { data, error } = await tryCall(calls.putNotifications, { body: { ...notifications, channels } })
    setBusy(false)
    if (error) {
      setFailure(error)
      return false
    }
    client.setQueryData(KEY, data)
    forget()
    return true
  }

  return { query, shown, isDirty, busy, failure, change, forget, save }
}
