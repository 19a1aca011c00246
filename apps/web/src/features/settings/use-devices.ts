import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type AnswerOf } from '@sesa/contract'
import { api } from '../../lib/api.ts'

export type Device = AnswerOf<typeof calls.sessions>['sessions'][number]

const KEY = ['devices']

/** The devices that are signed in, this one first and then by last use. */
export function useDevices() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.get(calls.sessions, { signal }),
    select: ({ sessions }) =>
      sessions.toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) || Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
      ),
  })
}

/** Signs one of them out. Resolves once the list no longer has it, or with why it could not be. */
export function useEndDevice() {
  const client = useQueryClient()
  return async ({ id }: Device) => {
    const { error } = await api.delete(calls.endSession, { params: { id } })
    // Gone already is what was wanted.
    if (error && error.code !== 'not_found') return error
    await client.invalidateQueries({ queryKey: KEY })
    return null
  }
}
