import * as v from 'valibot'

const problem = v.object({ error: v.object({ type: v.string() }) })

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A `fetch` that throws when an answer is not a Stripe object. The SDK writes into the parsed body where nothing
 * catches the error, so a body such as `"ok"` would end the process; and it treats any body without an error as success
 * whatever its status, so a gateway's 500 would count as done.
 */
export function withObjectAnswers(fetchFunction: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchFunction(input, init)
    const { status, statusText, headers } = response
    const text = await response.text()
    const body = JSON.parse(text) as unknown
    if (!isObject(body)) throw new TypeError('The answer is not a JSON object')
    if (!response.ok && !v.is(problem, body)) throw new TypeError('The refusal names no error')
    return new Response(text, { status, statusText, headers })
  }
}
