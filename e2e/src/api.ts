import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@sesa/contract'
import { PATIENCE } from '@sesa/test-kit/patience'
import { setTimeout } from 'node:timers/promises'
import { expect, type APIRequestContext, type APIResponse } from '@playwright/test'

type Input<C extends Call> = {
  params?: ParamsOf<C>
  query?: QueryOf<C>
  body?: BodyOf<C>
  headers?: Record<string, string>
}

/** Calls to the API, the sandbox and the card network. */
export interface Api {
  /** Returns the answer of a call that must succeed. After `bear`, calls carry the token. */
  call<C extends Call>(call: C, input?: Input<C>): Promise<AnswerOf<C>>
  bear(idToken: string): void
  /** Sends every other request: to the sandbox and the card network. */
  request: APIRequestContext
}

/** Calls carry the browser's cookie, so they name their origin like its pages. */
export const OF_OUR_PAGES = { 'sec-fetch-site': 'same-origin' }

export function apiOf(request: APIRequestContext): Api {
  let bearer: string | undefined
  return {
    request,
    bear: (idToken) => {
      bearer = idToken
    },
    async call<C extends Call>(call: C, input: Input<C> = {}) {
      const send = (): Promise<APIResponse> =>
        request.fetch(addressOf(call, input), {
          method: call.method,
          headers: {
            ...OF_OUR_PAGES,
            ...input.headers,
            ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          },
          ...(input.body !== undefined && { data: input.body }),
        })
      return (await answered(await patiently(send))) as AnswerOf<C>
    },
  }
}

/** Resends when the answer asks for it, for as long as a busy machine may keep the product from its database. */
async function patiently(send: () => Promise<APIResponse>): Promise<APIResponse> {
  const until = performance.now() + PATIENCE.timeout
  for (;;) {
    const response = await send()
    const seconds = Number(response.headers()['retry-after'])
    if (response.status() !== 503 || !(seconds > 0) || performance.now() > until) return response
    await setTimeout(seconds * 1_000)
  }
}

/** Returns the JSON of an answer that must be a success. */
export async function answered(response: APIResponse): Promise<unknown> {
  const text = await response.text()
  expect(response.ok(), `${response.url()} answered ${response.status()}: ${text}`).toBe(true)
  return text === '' ? undefined : JSON.parse(text)
}

function addressOf<C extends Call>(call: C, { params, query }: Input<C>): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
  const search = new URLSearchParams(query as Record<string, string> | undefined).toString()
  return search === '' ? path : `${path}?${search}`
}
