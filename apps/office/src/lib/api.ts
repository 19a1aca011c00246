import { OFFICE_HEADER, PROOF_HEADER, type OfficeCall } from '@sesa/contract/office'
import { createClient, type Outcome } from '@sesa/ui/api/client.ts'
import { ApiError, request, type ApiRequest } from '@sesa/ui/api/http.ts'

interface CallObserver {
  /** A call was answered; a call with a session extends it. */
  answered: () => void
  /** The session has ended. */
  signedOut: () => void
}

let observer: CallObserver | undefined

/** The session follows every call. */
export function observeCalls(next: CallObserver): void {
  observer = next
}

type Options = Readonly<Record<string, unknown>>
type Prove = (options: Options) => Promise<Outcome<Options>>
let prove: Prove | undefined

/** Answers the calls that a passkey confirms. */
export function proveCalls(next: Prove): void {
  prove = next
}

/** Makes calls of the office, confirmed with a passkey where they take one. */
export const { call: callOffice, tryCall } = createClient<OfficeCall>(async (request, definition) => {
  const isRead = definition.method === 'GET'
  try {
    const answer = await sendProven({ ...request, ...(!isRead && { headers: { [OFFICE_HEADER]: '1' } }) })
    if (definition.permission !== 'none') observer?.answered()
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 'unauthenticated') observer?.signedOut()
    throw error
  }
})

/** Sends a request, and once more with the passkey's answer where the server asks for one. */
async function sendProven(call: ApiRequest): Promise<unknown> {
  try {
    return await request(call)
  } catch (error) {
    const failure = error instanceof ApiError ? error.failure : undefined
    const options = failure?.code === 'step_up_required' ? failure.details?.['options'] : undefined
    if (prove === undefined || typeof options !== 'object' || options === null) throw error
    const { data, error: refused } = await prove(options as Options)
    if (refused) throw new ApiError(refused, 403)
    // The answer is ASCII: ids and base64url.
    const proof = btoa(JSON.stringify(data)).replaceAll('+', '-').replaceAll('/', '_')
    return request({ ...call, headers: { ...call.headers, [PROOF_HEADER]: proof } })
  }
}
