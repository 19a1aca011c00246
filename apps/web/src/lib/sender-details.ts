import { useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { api } from './api/api.ts'

/** Where what a sender told beyond the profile lies in the query cache. */
export const SENDER_DETAILS_KEY = ['sender-details']

/** The sender details beyond the profile; `details` is null until they are given. Fetched only when needed. */
export function useSenderDetails(wanted = true) {
  return useQuery({
    queryKey: SENDER_DETAILS_KEY,
    queryFn: ({ signal }) => api.get(calls.getSenderDetails, { signal }),
    enabled: wanted,
  })
}
