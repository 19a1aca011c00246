import { useQuery } from '@tanstack/react-query'
import { calls, type IdentityCheck } from '@sesa/contract'
import { callApi } from './api/api.ts'

/** The part of an address with which the check's provider leads back to the limits page. */
export const CHECKED = 'checked'

export const IDENTITY_CHECK_KEY = ['identity-check']

/** How often the page checks for a result, in milliseconds. */
const LOOK_AGAIN_MS = 3_000

const isUnderWay = ({ state, nameToConfirm }: IdentityCheck): boolean =>
  state === 'processing' || (state === 'waiting_for_user' && nameToConfirm === null)

/** Reads the customer's identity check, repeatedly while its result is pending. */
export function useIdentityCheck() {
  return useQuery({
    queryKey: IDENTITY_CHECK_KEY,
    queryFn: ({ signal }) => callApi(calls.getIdentityCheck, { signal }),
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.check) ? LOOK_AGAIN_MS : false),
  })
}
