import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '@sesa/contract'
import { OFFICE_HEADER, PROOF_HEADER, type OfficeCall } from '@sesa/contract/office'
import { ApiError, failureOf, request, type Failure } from '@sesa/ui/api/http.ts'

type InputOf<C extends OfficeCall> = (C extends { params: object } ? { params: ParamsOf<C> } : unknown) &
  (C extends { query: object } ? { query?: QueryOf<C> } : unknown) &
  (C extends { body: object } ? { body: BodyOf<C> } : unknown) & { signal?: AbortSignal }

interface AnyInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
}

/** What a call returned, or why it failed. */
export type Outcome<T> = { data: T; error?: never } | { error: Failure; data?: never }

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

/** Sends a request, and once more with the passkey's answer where the server asks for one. */
async function send(call: Parameters<typeof request>[0]): Promise<unknown> {
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

/**
 * Makes a call of the office, confirmed with a passkey where it takes one.
 * @throws ApiError
 */
export async function callOffice<C extends OfficeCall>(
  definition: C,
  input: InputOf<C>,
): Promise<AnswerOf<C>> {
  const { params, query, body, signal } = input as AnyInput
  try {
    const answer = await send({
      method: definition.method,
      path: pathOf(definition.path, params) + searchOf(query),
      ...(definition.method !== 'GET' && { headers: { [OFFICE_HEADER]: '1' } }),
      ...(body !== undefined && { body }),
      ...(signal && { signal }),
    })
    if (definition.permission !== 'none') observer?.answered()
    return answer as AnswerOf<C>
  } catch (error) {
    if (error instanceof ApiError && error.failure.code === 'unauthenticated') observer?.signedOut()
    throw error
  }
}

/** Makes a call and returns its failure, for forms. */
export async function tryCall<C extends OfficeCall>(
  definition: C,
  input: InputOf<C>,
): Promise<Outcome<AnswerOf<C>>> {
  try {
    return { data: await callOffice(definition, input) }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

function pathOf(path: string, params: AnyInput['params']): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
}

function searchOf(query: AnyInput['query']): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}
