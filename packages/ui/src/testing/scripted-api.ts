import {
  calls,
  COMMON_ERRORS,
  ERRORS,
  type AnswerOf,
  type BodyOf,
  type ErrorCode,
  type ParamsOf,
  type QueryOf,
} from '@sesa/contract'
import * as v from 'valibot'
import { vi } from 'vitest'
import type { AnyCall } from '../api/client.ts'

/** A call of the page, as the server would parse it. */
export interface Sent<C extends AnyCall> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly body: BodyOf<C>
  readonly headers: Headers
}

type CommonError = (typeof COMMON_ERRORS)[number]

/** The rest of an error answer. By default its message is the contract's for the code. */
interface ErrorParts {
  readonly message?: string
  readonly field?: string
  readonly details?: Readonly<Record<string, unknown>>
}

interface Refusal extends ErrorParts {
  readonly refused: ErrorCode
}

/** Answers a call by its input: returns the answer's body, or `refusal(…)`. */
type Answering<C extends AnyCall> = (sent: Sent<C>) => AnswerOf<C> | Refusal | Promise<AnswerOf<C> | Refusal>

/** Returns an error answer, for functions that sometimes refuse. */
export function refusal(code: ErrorCode, parts: ErrorParts = {}): Refusal {
  return { refused: code, ...parts }
}

/** The API as a test scripts it. Every call of the page needs an answer. */
export interface ScriptedApi {
  /** Answers a call from now on. Throws an error if the contract does not allow the answer. */
  answer<C extends AnyCall>(call: C, answer: AnswerOf<C> | Answering<C>): void
  /** Refuses a call from now on, with a code that the contract lists for it. */
  refuse<C extends AnyCall>(call: C, code: C['errors'][number] | CommonError, parts?: ErrorParts): void
  /** Drops a call from now on without an answer, like a lost connection. */
  lose(call: AnyCall): void
  /** Holds a call, from now on, until the returned function is called; then the previous answer applies again. */
  hold(call: AnyCall): () => void
  /** Returns the calls of this kind so far, in order. */
  sent<C extends AnyCall>(call: C): readonly Sent<C>[]
  /** Every problem: calls without an answer, requests and answers that the contract does not allow. */
  readonly problems: string[]
}

type Reply = (sent: Sent<AnyCall>) => unknown

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refused' in answer

/**
 * Replaces `fetch` with a server of these calls, until the test's stubs are removed. Returns every problem: other
 * calls, requests and answers that the contract does not allow, and errors that `reply` throws.
 */
export function serveCalls(
  calls: Readonly<Record<string, AnyCall>>,
  reply: (call: AnyCall, sent: Sent<AnyCall>, url: URL) => unknown,
): string[] {
  const problems: string[] = []
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit = {}) => {
    const url = new URL(address, location.href)
    try {
      const found = findCall(calls, init.method ?? 'GET', url.pathname)
      const sent = readRequest(found, url, init)
      return checkAnswer(found.call, await until(init.signal, () => reply(found.call, sent, url)))
    } catch (error) {
      if (error instanceof Lost || init.signal?.aborted)
        throw new TypeError('Failed to fetch', { cause: error })
      problems.push(String(error))
      throw error
    }
  })
  return problems
}

/** Replaces `fetch` with a server of the customers' API that answers as scripted, until the test's stubs are removed. */
export function scriptApi(): ScriptedApi {
  const replies = new Map<string, Reply>()
  const log: { readonly key: string; readonly sent: Sent<AnyCall> }[] = []
  const keyOf = ({ method, path }: AnyCall) => `${method} ${path}`

  const problems = serveCalls(calls, (call, sent) => {
    const key = keyOf(call)
    log.push({ key, sent })
    const reply = replies.get(key)
    if (reply === undefined) throw new Error(`No answer is scripted for ${key}`)
    return reply(sent)
  })

  const reply = (call: AnyCall, work: Reply) => void replies.set(keyOf(call), work)
  return {
    answer(call, answer) {
      if (typeof answer === 'function') return reply(call, answer as Reply)
      checkAnswer(call, answer)
      reply(call, () => structuredClone(answer))
    },
    refuse: (call, code, parts = {}) => reply(call, () => refusal(code, parts)),
    lose: (call) =>
      reply(call, () => {
        throw new Lost()
      }),
    hold(call) {
      const before = replies.get(keyOf(call))
      let release = (): void => undefined
      const released = new Promise<void>((resolve) => (release = resolve))
      reply(call, async (sent) => {
        await released
        if (before === undefined) throw new Error(`No answer is scripted for ${keyOf(call)}`)
        return before(sent)
      })
      return () => {
        if (before) replies.set(keyOf(call), before)
        release()
      }
    },
    sent: <C extends AnyCall>(call: C) =>
      log.filter(({ key }) => key === keyOf(call)).map(({ sent }) => sent as unknown as Sent<C>),
    problems,
  }
}

/** No answer arrived. */
class Lost extends Error {}

interface Found {
  readonly call: AnyCall
  readonly params: Readonly<Record<string, string>>
}

/** Returns the call of this address. A path without parameters takes precedence. */
export function findCall(calls: Readonly<Record<string, AnyCall>>, method: string, pathname: string): Found {
  const matches = Object.values(calls).flatMap((call): Found[] => {
    if (call.method !== method) return []
    const pattern = call.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)').replaceAll('.', '\\.')
    const match = new RegExp(`^${pattern}$`).exec(pathname)
    return match ? [{ call, params: decoded(match.groups ?? {}) }] : []
  })
  const found = matches.find(({ call }) => !call.path.includes('{')) ?? matches[0]
  if (found === undefined) throw new Error(`${method} ${pathname} is no call of the contract`)
  return found
}

const decoded = (groups: Record<string, string>) =>
  Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))

/** Parses a request as the server does. Throws if the server would refuse its form. */
function readRequest({ call, params }: Found, url: URL, init: RequestInit): Sent<AnyCall> {
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
  const parse = (part: string, schema: v.GenericSchema | undefined, value: unknown) => {
    if (schema === undefined) {
      if (part === 'body' && value !== undefined) throw new Error(`${call.method} ${call.path} takes no body`)
      return {}
    }
    const result = v.safeParse(schema, value)
    if (result.success) return result.output
    throw new Error(`${call.method} ${call.path}: its ${part} is wrong: ${issuesOf(result.issues)}`)
  }
  return {
    params: parse('address', call.params, params),
    query: parse('query', call.query, Object.fromEntries(url.searchParams)),
    body: parse('body', call.body, body),
    headers: new Headers(init.headers),
  } as Sent<AnyCall>
}

/** Returns the response for this answer, or this refusal. Throws if the contract has no such answer. */
export function checkAnswer(call: AnyCall, answer: unknown): Response {
  if (isRefusal(answer)) return refuseWith(call, answer)
  const problems: string[] = []
  for (const [status, schema] of Object.entries(call.success)) {
    if (schema === null) {
      if (answer === undefined) return respond(Number(status))
      problems.push('it has no body')
      continue
    }
    const result = v.safeParse(schema, answer)
    // The server sends no field that is not in the schema.
    const same = result.success && JSON.stringify(sorted(result.output)) === JSON.stringify(sorted(answer))
    if (same) return respond(Number(status), answer)
    problems.push(result.success ? 'it has fields that the contract does not know' : issuesOf(result.issues))
  }
  throw new Error(
    `${call.method} ${call.path} cannot answer ${JSON.stringify(answer)}: ${problems.join('; ')}`,
  )
}

function refuseWith(call: AnyCall, { refused, ...parts }: Refusal): Response {
  if (![...call.errors, ...COMMON_ERRORS].includes(refused))
    throw new Error(`${call.method} ${call.path} cannot answer ${refused}`)
  const { status, message } = ERRORS[refused]
  return respond(status, { error: { code: refused, message, requestId: 'r', ...parts } })
}

const respond = (status: number, body?: unknown) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { date: new Date().toUTCString() },
  })

/** Fails like a real request when the page aborts it. */
async function until(signal: AbortSignal | null | undefined, work: () => unknown): Promise<unknown> {
  if (!signal) return work()
  return Promise.race([
    work(),
    new Promise((_, reject) => {
      if (signal.aborted) reject(new Lost())
      signal.addEventListener('abort', () => reject(new Lost()))
    }),
  ])
}

const issuesOf = (issues: readonly v.BaseIssue<unknown>[]) =>
  issues.map((issue) => `${v.getDotPath(issue) ?? ''} ${issue.message}`).join('; ')

/** Returns the same value with its fields in alphabetical order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => part !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  )
}
