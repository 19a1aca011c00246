import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type AnswerOf } from '@sesa/contract'
import { api } from '../../lib/api/api.ts'
import type { Failure } from '../../lib/api/http.ts'
import { withProof } from '../../lib/session/step-up.ts'

export type Device = AnswerOf<typeof calls.sessions>['sessions'][number]

export const DEVICES_KEY = ['devices']

/** The devices that are signed in, this one first and then by last use. */
export function useDevices() {
  return useQuery({
    queryKey: DEVICES_KEY,
    queryFn: ({ signal }) => api.get(calls.sessions, { signal }),
    select: ({ sessions }) =>
      sessions.toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) || Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
      ),
  })
}

/** Signs another device out, or all others. Resolves once the list shows it, or with why it could not be done. */
export function useEndDevices() {
  const client = useQueryClient()
  const settle = async (error: Failure | undefined) => {
    // Gone already is what was wanted.
    if (error && error.code !== 'not_found') return error
    await client.invalidateQueries({ queryKey: DEVICES_KEY })
    return null
  }
  return {
    end: async ({ id }: Device) =>
      settle((await withProof(() => api.delete(calls.endSession, { params: { id } }))).error),
    endOthers: async () => settle((await withProof(() => api.delete(calls.endOtherSessions, {}))).error),
  }
}
