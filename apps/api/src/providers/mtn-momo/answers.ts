import * as v from 'valibot'
import { parseProviderAmount, providerText, wordsOf } from '../../lib/provider-values.ts'
import type { PayoutReport } from '../../domains/books/reconciliation/ports.ts'
import type { PayoutSent, PayoutStatus } from '../../domains/transfers/ports.ts'
import type { MomoAnswer } from './client.ts'

const problem = v.object({ code: providerText, message: v.optional(v.unknown()) })
// MTN may add fields at any time, so only the fields we use are checked. `reason` is an object or a plain string.
const transaction = v.object({
  externalId: v.string(),
  status: v.string(),
  reason: v.nullish(v.union([providerText, problem])),
  amount: v.optional(v.unknown()),
  currency: v.optional(v.unknown()),
})

/** Returned with 500 or 400 although the request is valid: our set-up with MTN must be fixed. */
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

/** Parses the outcome of a request. Anything MTN does not clearly report is `unknown`. */
export function readSent(answer: MomoAnswer): PayoutSent {
  if (answer.status === 202) return { outcome: 'accepted' }
  // A refusal code with a success status is contradictory, so it proves nothing.
  if (answer.status < 400) return { outcome: 'unknown' }
  const { code, ...words } = problemOf(answer)
  // The reference is already used: the request exists under it, so read its status.
  if (answer.status === 409 && code === 'RESOURCE_ALREADY_EXIST') return { outcome: 'accepted' }
  if (code === NO_FUNDS) return { outcome: 'rejected', code, ...words, next: 'no_funds' }
  if (code !== null && OURS.has(code)) return { outcome: 'rejected', code, ...words, next: 'retry' }
  if ([401, 403, 429].includes(answer.status)) {
    return { outcome: 'rejected', code: code ?? `HTTP_${answer.status}`, ...words, next: 'retry' }
  }
  if (answer.status === 400)
    return { outcome: 'rejected', code: code ?? 'BAD_REQUEST', ...words, next: 'final' }
  // Including 500 INTERNAL_PROCESSING_ERROR, which MTN also returns for requests it then carries out.
  return { outcome: 'unknown' }
}

/** Parses the status of the request with this reference, and its amount. */
export function readStatus(
  answer: MomoAnswer,
  reference: string,
): PayoutStatus & Pick<PayoutReport, 'amount'> {
  // Any other 404 comes from a gateway that does not know the address, and proves nothing about the reference.
  if (answer.status === 404 && problemOf(answer).code === NOT_FOUND) return { status: 'not_found' }
  const parsed = v.safeParse(transaction, answer.body)
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
