import { useQuery } from '@tanstack/react-query'
import { calls, type Home } from '@sesa/contract'
import { callApi } from '../../../lib/api/api.ts'
import { getHomeAtBoot } from '../../../lib/session/session.ts'

/** Reload interval while a transfer is in progress, since its state can change at any time. */
const WATCH_MS = 10_000

/** Returns what has not ended and the last people paid. The app's first answer brings it on the home page. */
export function useHome() {
  const atBoot = getHomeAtBoot()
  return useQuery({
    queryKey: ['home'],
    queryFn: async ({ signal }): Promise<Home> => (await callApi(calls.getHome, { signal })).home,
    ...(atBoot && { initialData: atBoot.home, initialDataUpdatedAt: atBoot.at }),
    refetchInterval: ({ state }) => (state.data?.in_progress.length ? WATCH_MS : false),
  })
}
