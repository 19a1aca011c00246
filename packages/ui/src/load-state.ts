import { useEffect, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { failureOf } from './api/http.ts'

/** A wait longer than this needs an explanation. */
const SLOW_MS = 6000

/** Returns true once `waiting` has lasted `afterMs`, by default long enough to need an explanation. */
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

/** Returns a query's state for `LoadTrouble`. Rethrows an error that is not the API's. */
export function useLoadState(query: UseQueryResult) {
  const offline = query.fetchStatus === 'paused'
  const loading = (query.isPending || query.isPlaceholderData) && !query.isError && !offline
  return {
    /** True while the requested data is loading; data of an earlier request may still be shown. */
    loading,
    slow: useSlow(loading),
    offline,
    failure: query.isError ? failureOf(query.error).message : null,
    hasData: query.data !== undefined,
    busy: query.isFetching,
    retry: () => void query.refetch(),
  }
}
