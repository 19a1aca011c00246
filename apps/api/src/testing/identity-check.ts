import { PATIENCE } from '@sesa/test-kit/patience'
import { vi } from 'vitest'
import type { Client } from '../security/testing/client.ts'

/** A document in the format of the sandbox's page. */
export interface ShownDocument {
  readonly firstName: string
  readonly lastName: string
  readonly dob: string
  readonly number: string
  readonly expires: string
}

/** A check as shown by the product. */
export interface SeenCheck {
  readonly state: string
  readonly reason: string | null
  readonly message: string | null
  readonly canStart: boolean
  readonly nameToConfirm: string | null
  readonly validUntil: string | null
  readonly tier: number
  readonly raises: { readonly per24Hours: number } | null
}

/** Returns a customer's check. */
export async function seeCheck(client: Client): Promise<SeenCheck> {
  return (await client.send('GET', '/user/identity-check')).body['check'] as SeenCheck
}

/** Shows a document on the provider's page at `url`, and chooses the outcome; returns the status. */
export async function showDocument(
  { url, sandboxUrl }: { readonly url: string; readonly sandboxUrl: string },
  document: ShownDocument,
  outcome: string,
): Promise<number> {
  const { pathname, search } = new URL(url)
  const response = await fetch(sandboxUrl + pathname + search, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...document, outcome }),
  })
  return response.status
}

/** Waits until a customer's check is in a state. */
export const waitForCheck = (client: Client, state: string): Promise<SeenCheck> =>
  vi.waitFor(async () => {
    const check = await seeCheck(client)
    if (check.state !== state) throw new Error(`The check is ${check.state} (${check.reason ?? ''})`)
    return check
  }, PATIENCE)

/** Waits until a customer's check has a reason. */
export const waitForReason = (client: Client, reason: string): Promise<SeenCheck> =>
  vi.waitFor(async () => {
    const check = await seeCheck(client)
    if (check.reason !== reason) throw new Error(`The check is ${check.state} (${check.reason ?? ''})`)
    return check
  }, PATIENCE)
