import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type Notifications } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import type { Failure } from '../../lib/api/http.ts'
import { formMemory } from '../../lib/forms/form-memory.ts'
import { changesBeyond, type Kind } from './choices.ts'

const KEY = ['notifications']
const unsaved = formMemory<Partial<Notifications>>()

/** Returns the choices with unsaved changes, and a function to save them. A failed save keeps the changes. */
export function useChoices(uid: string) {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get(calls.getNotifications, { signal }),
  })
  const [changes, setChanges] = useState(() => unsaved.kept(uid) ?? {})
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const saved = query.data?.notifications
  const isDirty = saved !== undefined && Object.keys(changesBeyond(saved, changes)).length > 0

  const change = (kind: Kind, wanted: boolean) => {
    const next = { ...changes, [kind]: wanted }
    setChanges(next)
    unsaved.keep(uid, next)
  }
  const forget = () => {
    setChanges({})
    unsaved.forget()
  }
  /** Resolves to true once the server has saved them. */
  const save = async () => {
    if (saved === undefined || busy) return false
    setBusy(true)
    setFailure(null)
    const { data, error } = await api.put(calls.putNotifications, { body: { ...saved, ...changes } })
    setBusy(false)
    if (error) {
      setFailure(error)
      return false
    }
    client.setQueryData(KEY, data)
    forget()
    return true
  }

  return {
    query,
    shown: saved && { ...saved, ...changes },
    isDirty,
    busy,
    failure,
    change,
    forget,
    save,
  }
}
