import { useQuery, useQueryClient } from '@tanstack/react-query'
import { calls, type AnswerOf } from '@sesa/contract'
import type { Failure } from '@sesa/ui/api/http.ts'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { withStepUp } from '../../lib/session/step-up.ts'

export type Device = AnswerOf<typeof calls.sessions>['sessions'][number]

export const DEVICES_KEY = ['devices']

/** Returns the signed-in devices, this one first, then by last use. */
export function useDevices() {
  return useQuery({
    queryKey: DEVICES_KEY,
    queryFn: ({ signal }) => callApi(calls.sessions, { signal }),
    select: ({ sessions }) =>
      sessions.toSorted(
        (a, b) =>
          Number(b.current) - Number(a.current) || Date.parse(b.lastUsedAt) - Date.parse(a.lastUsedAt),
      ),
  })
}

/** Returns a function that signs out another device, or all others. It resolves once the list shows it, or to a failure. */
export function useEndDevices() {
  const client = useQueryClient()
  const settle = async (error: Failure | undefined) => {
    // If the session has already ended, the result is as wanted.
    if (error && error.code !== 'not_found') return error
    await client.invalidateQueries({ queryKey: DEVICES_KEY })
    return null
  }
  return {
    end: async ({ id }: Device) =>
      settle((await withStepUp(() => tryCall(calls.endSession, { params: { id } }))).error),
    endOthers: async () => settle((await withStepUp(() => tryCall(calls.endOtherSessions, {}))).error),
  }
}
