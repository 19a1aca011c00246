import type { Call } from '@sesa/contract'
import { createClient } from '@sesa/ui/api/client.ts'
import { ApiError, request, type ApiRequest } from '@sesa/ui/api/http.ts'
import { retrying } from '@sesa/ui/api/retry.ts'
import { getIdToken, getSignedInUid, refreshToken, signedOutError } from './token.ts'

interface Options {
  idempotencyKey?: string
  /** For a call that may run late: the account whose data it contains. By default the current account. */
  caller?: string
}

/**
 * Makes calls of the customers' API. Retries calls that are safe to repeat after a temporary failure, except GETs,
 * which their queries retry.
 */
export const { call: callApi, tryCall } = createClient<Call, Options>(
  // The account of the call, not of each retry: it may change between them.
  async (request, call, { idempotencyKey, caller = getSignedInUid() }) => {
    const keyed = withHeader(request, 'idempotency-key', idempotencyKey)
    const attempt = async (before: number) => {
      try {
        return await perform(keyed, call, caller)
      } catch (error) {
        // An earlier attempt deleted it, and only its answer was lost.
        if (before > 0 && call.method === 'DELETE' && isNotFound(error)) return undefined
        throw error
      }
    }
    const isSafe = call.method !== 'POST' || call.idempotent || idempotencyKey !== undefined
    return isSafe && call.method !== 'GET' ? retrying(attempt, request.signal) : attempt(0)
  },
)

function withHeader(request: ApiRequest, name: string, value: string | undefined): ApiRequest {
  return value === undefined ? request : { ...request, headers: { ...request.headers, [name]: value } }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Sends the call for this account, or signed out. Throws if the account signs out before the answer arrives. */
async function perform(keyed: ApiRequest, call: Call, caller: string | null): Promise<unknown> {
  if (caller === null) return request(keyed)
  const answer = await sendFor(caller, keyed, call)
  if (getSignedInUid() !== caller) throw signedOutError()
  return answer
}

/** Sends the call, refreshing the token and retrying once if the server refuses it. */
async function sendFor(caller: string, keyed: ApiRequest, call: Call): Promise<unknown> {
  const sendWith = (token: string) => request(withHeader(keyed, 'authorization', `Bearer ${token}`))
  try {
    return await sendWith(await getIdToken(caller))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || call.auth === 'none') throw error
    return sendWith(await refreshToken(caller))
  }
}
