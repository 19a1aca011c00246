import { useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import type { Allowance } from './bounds.ts'

/** What this person can still send; null until known. It only shows early what the server will check. */
export function useAllowance(owner: string): Allowance | null {
  const { data } = useQuery({
    queryKey: ['limits', owner],
    queryFn: ({ signal }) => api.get(calls.getLimits, { signal }),
  })
  return data?.limits ?? null
}
