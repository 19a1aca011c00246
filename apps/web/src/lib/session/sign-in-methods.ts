import { useQuery } from '@tanstack/react-query'
import { calls, type AnswerOf } from '@sesa/contract'
import { api } from '../api/api.ts'

export type SignInMethods = AnswerOf<typeof calls.getSignInMethods>

export const METHODS_KEY = ['sign-in-methods']

/** The ways the person can sign in. */
export function useSignInMethods() {
  return useQuery({
    queryKey: METHODS_KEY,
    queryFn: ({ signal }) => api.get(calls.getSignInMethods, { signal }),
    // A way in that was just added, maybe on another device, is offered at once.
    staleTime: 0,
  })
}
