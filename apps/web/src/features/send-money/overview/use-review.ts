import { useEffect, useEffectEvent, useReducer } from 'react'
import { calls, type Draft } from '@sesa/contract'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall } from '../../../lib/api/api.ts'
import type { DraftStore } from '../../../lib/forms/draft-store.ts'
import { intentBody, intentKey, type TransferRequest } from '../details/transfer-request.ts'
import { nextReview, type OpenPayment } from './review-state.ts'

/** Attempts while the same request is in progress in another tab. */
const IN_PROGRESS_TRIES = 6
const IN_PROGRESS_MS = 1500

/** Opens the card payment for this order, on arrival and whenever the customer asks again. */
export function useReview(order: TransferRequest, draft: Draft, store: DraftStore) {
  const [review, dispatch] = useReducer(nextReview, { step: 'opening' })

  /** Asks for the payment. `again`: time has passed, so the draft may have been paid or changed elsewhere. */
  const ask = async (again: boolean) => {
    dispatch({ type: 'ask' })
    const kept = await (again ? store.check(draft) : store.keep(draft))
    if (kept.error) return dispatch({ type: 'refused', failure: kept.error })
    const { data, error } = await openPayment(order, kept.updatedAt)
    if (error) dispatch({ type: 'refused', failure: error })
    else dispatch({ type: 'opened', payment: data })
  }

  const arrive = useEffectEvent((again: boolean) => void ask(again))
  useEffect(() => {
    arrive(false)
    // After Back from the bank's page, browsers may restore this page as it was, in the middle of paying.
    const onShow = (event: PageTransitionEvent) => event.persisted && arrive(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  return { review, dispatch, askAgain: () => void ask(true) }
}

/** The server withholds saved cards from this payment, and accepts a typed card. */
const LOCKS: readonly (string | undefined)[] = ['step_up_required', 'saved_cards_locked']

/** Opens the payment with the saved cards, or only for a typed card while they are locked. */
async function openPayment(order: TransferRequest, draftVersion: string): Promise<Outcome<OpenPayment>> {
  const opened = await open(intentBody(order), draftVersion)
  if (!opened.error || !LOCKS.includes(opened.error.code)) return opened
  const { data, error } = await open(intentBody(order, false), draftVersion)
  return data ? { data: { ...data, lock: opened.error } } : { error }
}

async function open(body: ReturnType<typeof intentBody>, draftVersion: string) {
  const idempotencyKey = await intentKey(body, draftVersion)
  for (let tries = 1; ; tries++) {
    const result = await tryCall(calls.createPaymentIntent, { body, idempotencyKey })
    if (result.error?.code !== 'idempotency_key_in_progress' || tries === IN_PROGRESS_TRIES) return result
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS))
  }
}
