import { useEffect, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureOf } from '../api/http.ts'

/** After this long a wait wants a word. */
const SLOW_MS = 6000

/** True once `waiting` has lasted `afterMs`: as a rule so long that it wants a word. */
export function useSlow(waiting: boolean, afterMs = SLOW_MS): boolean {
  const [slow, setSlow] = useState(false)

  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), afterMs)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting, afterMs])

  return waiting && slow
}

/** How a query stands, in the words of `LoadTrouble`. An error that is not the API's is thrown on. */
export function useLoadState(query: UseQueryResult) {
  const offline = query.fetchStatus === 'paused'
  const loading = (query.isPending || query.isPlaceholderData) && !query.isError && !offline
  return {
    /** What is asked for is on its way; what an earlier question brought may still be shown. */
    loading,
    slow: useSlow(loading),
    offline,
    failure: query.isError ? failureOf(query.error).message : null,
    hasData: query.data !== undefined,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  }
}
