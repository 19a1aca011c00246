import { useQuery } from '@tanstack/react-query'
import { calls } from '@sesa/contract'
import { callApi } from './api/api.ts'

export const SENDER_DETAILS_KEY = ['sender-details']

/** Returns the sender details; `details` is null until the customer gives them. Fetched if `wanted`. */
export function useSenderDetails(wanted = true) {
  return useQuery({
    queryKey: SENDER_DETAILS_KEY,
    queryFn: ({ signal }) => callApi(calls.getSenderDetails, { signal }),
    enabled: wanted,
  })
}
