import { useQuery } from '@tanstack/react-query'
import { calls, type AnswerOf } from '@sesa/contract'
import { callApi } from '../api/api.ts'

export type SignInMethods = AnswerOf<typeof calls.getSignInMethods>

export const METHODS_KEY = ['sign-in-methods']

/** Returns the customer's ways to sign in. */
export function useSignInMethods() {
  return useQuery({
    queryKey: METHODS_KEY,
    queryFn: ({ signal }) => callApi(calls.getSignInMethods, { signal }),
    // Always reloads, so that a way that was just added, perhaps on another device, shows at once.
    staleTime: 0,
  })
}
