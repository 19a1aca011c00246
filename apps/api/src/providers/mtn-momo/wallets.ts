import * as v from 'valibot'
import type { WalletCheck, WalletStatus } from '../../domains/payouts/rails/ports.ts'
import { createMomoClient, type MomoAnswer, type MomoClientSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Time-out in milliseconds, shorter than a payout's: a customer is waiting for the result. */
const PATIENCE_MS = 4_000

/** A part of a name that can be displayed. */
const name = v.optional(v.pipe(v.string(), v.maxLength(99), v.regex(/^\P{Cc}*$/u)), '')
const holder = v.object({ given_name: name, family_name: name, status: v.optional(v.string(), '') })
const code = v.object({ code: v.string() })

/** MTN's codes for "no such account"; any other 404 comes from a gateway that does not know the address. */
const NOBODY = new Set(['RESOURCE_NOT_FOUND', 'PAYEE_NOT_FOUND'])

function readHolder({ status, body }: MomoAnswer): WalletStatus {
  const problem = v.safeParse(code, body)
  if (status === 404 && problem.success && NOBODY.has(problem.output.code)) return { account: 'inactive' }
  const parsed = v.safeParse(holder, body)
  if (status !== 200 || !parsed.success) return { account: 'unknown' }
  if (parsed.output.status === 'INACTIVE') return { account: 'inactive' }
  const whole = `${parsed.output.given_name} ${parsed.output.family_name}`.trim()
  // An answer without a holder proves nothing about the account either.
  if (whole === '' && parsed.output.status === '') return { account: 'unknown' }
  return { account: 'active', name: whole === '' ? null : whole }
}

/** Asks MTN for a wallet's holder (`basicuserinfo`, which needs no consent). Any unclear answer is `unknown`. */
export function createMomoWallets(settings: MomoClientSettings, fetchFunction: ProviderFetch): WalletCheck {
  const timeout = Math.min(settings.timeout ?? PATIENCE_MS, PATIENCE_MS)
  const client = createMomoClient({ ...settings, timeout }, fetchFunction)
  const base = `/${settings.product}/v1_0/accountholder/msisdn`
  return async (phone) => {
    const answer = await client.call('GET', `${base}/${phone.slice(1)}/basicuserinfo`)
    return answer === null ? { account: 'unknown' } : readHolder(answer)
  }
}
