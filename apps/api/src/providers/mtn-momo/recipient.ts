import * as v from 'valibot'
import { createMomoClient, type MomoClientSettings } from './client.ts'

/** What the operator says about a number. `name` is the wallet's holder, where it tells. */
export type Recipient =
  | { readonly kind: 'active'; readonly name: string | null }
  | { readonly kind: 'inactive' | 'nobody' | 'unknown' }

const holder = v.object({
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
  status: v.optional(v.string()),
})

/**
 * Asks MTN whose wallet a number is, before anybody pays. `phone` is E.164. What MTN cannot answer is `unknown`, which
 * never stops a transfer.
 */
export function createMomoRecipients(settings: MomoClientSettings, fetchFunction: typeof fetch) {
  const client = createMomoClient(settings, fetchFunction)
  return async (phone: string): Promise<Recipient> => {
    const path = `/${settings.product}/v1_0/accountholder/msisdn/${phone.slice(1)}/basicuserinfo`
    const answer = await client.call('GET', path)
    if (answer?.status === 404) return { kind: 'nobody' }
    const parsed = v.safeParse(holder, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return { kind: 'unknown' }
    if (parsed.output.status === 'INACTIVE') return { kind: 'inactive' }
    const name = `${parsed.output.given_name} ${parsed.output.family_name}`.trim()
    return { kind: 'active', name: name === '' ? null : name }
  }
}
