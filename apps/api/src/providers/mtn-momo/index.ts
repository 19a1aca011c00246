import { toMajorString, type CurrencyCode, type Money } from '@sesa/money'
import * as v from 'valibot'
import { splitName } from '../../lib/person-name.ts'
import { parseProviderAmount, providerText, wordsOf } from '../../lib/provider-values.ts'
import type { PayoutReport } from '../../domains/books/reconciliation/ports.ts'
import type { PayoutRail, PayoutSender, PayoutSent, PayoutStatus } from '../../domains/transfers/ports.ts'
import { createMomoClient, type MomoAnswer, type MomoClientSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

export interface MomoSettings extends MomoClientSettings {
  /** The market's only currency; another is refused before anything is sent. */
  readonly currency: CurrencyCode
  /**
   * MTN's callback address for a payout: https, on the host registered with the API user. Without it, only status
   * requests report the outcome.
   */
  readonly callbackUrl?: (reference: string) => string
}

const PATHS = {
  disbursement: '/disbursement/v1_0/transfer',
  remittance: '/remittance/v2_0/cashtransfer',
} as const

const problem = v.object({ code: providerText, message: v.optional(v.unknown()) })
// MTN may add fields at any time, so only the fields we use are checked. `reason` is an object or a plain string.
const transfer = v.object({
  externalId: v.string(),
  status: v.string(),
  reason: v.nullish(v.union([providerText, problem])),
  amount: v.optional(v.unknown()),
  currency: v.optional(v.unknown()),
})

/** Returned with 500 or 400 although the transfer is valid: our set-up with MTN must be fixed. */
const OURS = new Set([
  'NOT_ALLOWED',
  'NOT_ALLOWED_TARGET_ENVIRONMENT',
  'INVALID_CALLBACK_URL_HOST',
  'INVALID_CURRENCY',
  'TRANSFER_TYPE_UNKNOWN',
])
const NO_FUNDS = 'NOT_ENOUGH_FUNDS'
const NOT_FOUND = 'RESOURCE_NOT_FOUND'

function problemOf({ body }: MomoAnswer): { code: string | null; words?: string } {
  const parsed = v.safeParse(problem, body)
  return parsed.success ? { code: parsed.output.code, ...wordsOf(parsed.output.message) } : { code: null }
}

function readSent(answer: MomoAnswer): PayoutSent {
  if (answer.status === 202) return { outcome: 'accepted' }
  // A refusal code with a success status is contradictory, so it proves nothing.
  if (answer.status < 400) return { outcome: 'unknown' }
  const { code, ...words } = problemOf(answer)
  // The reference is already used: the payout exists under it, so read its status.
  if (answer.status === 409 && code === 'RESOURCE_ALREADY_EXIST') return { outcome: 'accepted' }
  if (code === NO_FUNDS) return { outcome: 'rejected', code, ...words, next: 'no_funds' }
  if (code !== null && OURS.has(code)) return { outcome: 'rejected', code, ...words, next: 'retry' }
  if ([401, 403, 429].includes(answer.status)) {
    return { outcome: 'rejected', code: code ?? `HTTP_${answer.status}`, ...words, next: 'retry' }
  }
  if (answer.status === 400)
    return { outcome: 'rejected', code: code ?? 'BAD_REQUEST', ...words, next: 'final' }
  // Including 500 INTERNAL_PROCESSING_ERROR, which MTN also returns for payouts it then carries out.
  return { outcome: 'unknown' }
}

function readStatus(answer: MomoAnswer, reference: string): PayoutStatus & Pick<PayoutReport, 'amount'> {
  // Any other 404 comes from a gateway that does not know the address, and proves nothing about the reference.
  if (answer.status === 404 && problemOf(answer).code === NOT_FOUND) return { status: 'not_found' }
  const parsed = v.safeParse(transfer, answer.body)
  if (answer.status !== 200 || !parsed.success || parsed.output.externalId !== reference) {
    return { status: 'unknown' }
  }
  const { status, reason, amount, currency } = parsed.output
  if (status === 'SUCCESSFUL') return { status: 'completed', amount: parseProviderAmount(amount, currency) }
  if (status === 'PENDING') return { status: 'pending' }
  if (status !== 'FAILED') return { status: 'unknown' }
  if (typeof reason === 'string') return { status: 'failed', code: reason }
  return { status: 'failed', code: reason?.code ?? 'UNSPECIFIED_FAILURE', ...wordsOf(reason?.message) }
}

/** Returns the sender fields of a cash transfer; the disbursement product has none. */
function senderFields(request: {
  readonly sender: PayoutSender | null
  readonly senderCountry: string
  readonly sent: Money
}): Record<string, string> {
  const { sender, senderCountry, sent } = request
  // MTN rejects requests that contain a typewriter apostrophe.
  const names = sender && splitName(sender.name.replaceAll("'", '’'))
  return {
    // MTN's spelling.
    orginatingCountry: senderCountry,
    originalAmount: toMajorString(sent),
    originalCurrency: sent.currency,
    ...(sender !== null &&
      names !== null && { payerFirstName: names.first, payerMsisdn: sender.phone.slice(1) }),
    ...(names?.last && { payerSurName: names.last }),
  }
}

/**
 * Creates a payout rail over MTN MoMo's Open API for one market. Our reference is its `X-Reference-Id`, so a repeat is
 * refused and never paid twice; it is also the `externalId`, so that a callback names it. MTN requests have no expiry.
 * Every failure that MTN does not clearly report is `unknown`.
 */
export function createMtnMomo(settings: MomoSettings, fetchFunction: ProviderFetch): PayoutRail {
  const client = createMomoClient(settings, fetchFunction)
  const path = PATHS[settings.product]

  return {
    async send({ reference, transferReference, amount, phone, isFresh, ...from }) {
      if (amount.currency !== settings.currency) {
        return { outcome: 'rejected', code: 'INVALID_CURRENCY', next: 'final' }
      }
      const answer = await client.call('POST', path, {
        headers: {
          'x-reference-id': reference,
          ...(settings.callbackUrl && { 'x-callback-url': settings.callbackUrl(reference) }),
        },
        body: {
          amount: toMajorString(amount),
          currency: amount.currency,
          externalId: reference,
          payee: { partyIdType: 'MSISDN', partyId: phone.slice(1) },
          payerMessage: `Sesa ${transferReference}`,
          payeeNote: `Sesa ${transferReference}`,
          ...(settings.product === 'remittance' && senderFields(from)),
        },
        isFresh,
      })
      return answer === null ? { outcome: 'unknown' } : readSent(answer)
    },
    async status(reference) {
      const answer = await client.call('GET', `${path}/${reference}`)
      return answer === null ? { status: 'unknown' } : readStatus(answer, reference)
    },
  }
}
