import { useQuery } from '@tanstack/react-query'
import { calls, type Config, type TransferDetail, type TransferResult } from '@sesa/contract'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { ApiError, failureOf, serverNow, type Failure } from '@sesa/ui/api/http.ts'
import { callApi, tryCall } from '../../lib/api/api.ts'
import { takeSecretOfReturn } from '../../lib/stripe/return-from-card.ts'
import { intentMessage, openStripe } from '../../lib/stripe/stripe.ts'
import { isOpen } from '../../lib/phone-payment.ts'
import { hasEnded, nextPollDelay } from './progress.ts'

/** Failures that prove nothing about the transfer, so the call is retried. */
const PASSING: ReadonlySet<Failure['code']> = new Set([
  'network',
  'internal',
  'unavailable',
  'rate_limited',
  'card_provider_unavailable',
])

interface TransferQuery {
  id: string
  /** True to only read the transfer, without starting anything. */
  view: boolean
  card: Config['card'] | undefined
}

/**
 * Returns all data about one transfer, kept current until it ends. After a card payment, first asks the server to carry
 * out the pay-out, and to query the providers if the transfer is still processing.
 */
export function useTransfer({ id, view, card }: TransferQuery) {
  const message = useQuery({
    queryKey: ['return-from-card', id],
    queryFn: () => readReturn(id, card),
    enabled: !view,
    staleTime: Infinity,
  })
  const followed = useQuery({
    queryKey: ['follow', id],
    queryFn: () => follow(id),
    enabled: !view,
    staleTime: Infinity,
    networkMode: 'always',
    // The transfer must proceed, so retry until the server answers.
    retry: (_, error) => isPassing(error),
    retryDelay: (failures) => Math.min(nextPollDelay(failures + 1), SLOWEST_RETRY_MS),
  })
  const detail = useQuery({
    queryKey: ['transfer', id],
    queryFn: async ({ signal }) => {
      const { transfer } = await callApi(calls.getTransfer, { params: { payment_id: id }, signal })
      return transfer
    },
    enabled: view || followed.isSuccess,
    // Reports an offline device at once, and reloads the transfer when it is back online.
    networkMode: 'always',
    refetchOnReconnect: ({ state: { data } }) => (isOver(data) ? false : 'always'),
    refetchOnWindowFocus: ({ state: { data } }) => (isOver(data) ? false : 'always'),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
      isOver(data) ? false : (attemptDelay(data) ?? nextPollDelay(dataUpdateCount + errorUpdateCount)),
  })

  const tried = followed.failureCount >= TRIES_BEFORE_TELLING ? followed.failureReason : null
  const error = detail.data ? null : (followed.error ?? tried ?? detail.error)
  return {
    transfer: detail.data ?? null,
    result: followed.data ?? null,
    message: message.data ?? null,
    failure: error === null ? null : failureOf(error),
    /** True while the latest reload has failed but an earlier one succeeded. */
    stale: detail.data !== undefined && detail.isError,
    retry: () => void (followed.isSuccess || view ? detail.refetch() : followed.refetch()),
  }
}

/** Returns how long to wait while a payer approves a request: a tenth of its age, from 2 to 30 seconds. */
function attemptDelay(detail: TransferDetail | undefined): number | null {
  const last = detail?.status === 'awaiting_payment' ? detail.pay.attempts.at(-1) : undefined
  if (!last || !isOpen(last)) return null
  return Math.min(30_000, Math.max(2_000, (serverNow() - Date.parse(last.at)) / 10))
}

function isOver(detail: TransferDetail | undefined): boolean {
  return detail !== undefined && hasEnded(detail.status)
}

/** Failed attempts before the page reports that the server does not answer. */
const TRIES_BEFORE_TELLING = 2
const SLOWEST_RETRY_MS = 8_000

function isPassing(error: Error): boolean {
  return error instanceof ApiError && error.status === 0
}

async function follow(id: string): Promise<TransferResult> {
  const sent = settled(await tryCall(calls.sendMoney, { body: { id } }))
  return sent.status === 'processing' ? settled(await tryCall(calls.complete, { body: { id } })) : sent
}

/** Returns the result. @throws ApiError, with status 0 for a temporary failure, so that the query retries it. */
function settled(answer: Outcome<TransferResult>): TransferResult {
  if (answer.error) throw new ApiError(answer.error, PASSING.has(answer.error.code) ? 0 : 409)
  return answer.data
}

/** Returns the card provider's own message after its redirect (spec, section 4), for display only. */
async function readReturn(id: string, card: Config['card'] | undefined): Promise<string | null> {
  const clientSecret = card && takeSecretOfReturn(id)
  if (!clientSecret) return null
  try {
    const stripe = await openStripe(card)
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
    if (!paymentIntent) return null
    return intentMessage(paymentIntent.status)
  } catch {
    // Without the provider's script there is no message; our server's answer follows either way.
    return null
  }
}
