import { useEffect, useEffectEvent, useReducer } from 'react'
import { calls, type Draft } from '@sesa/contract'
import { api } from '../../../lib/api/api.ts'
import type { DraftStore } from '../draft/draft-store.ts'
import { intentBody, intentKey, type TransferRequest } from '../details/transfer-request.ts'
import { nextReview } from './review-state.ts'

/** Retries while the same request is in progress in another tab. */
const IN_PROGRESS_TRIES = 6
const IN_PROGRESS_MS = 1500

/** Opens the card payment for this order, on arrival and whenever the customer asks again. */
export function useReview(order: TransferRequest, draft: Draft, store: DraftStore) {
  const [review, dispatch] = useReducer(nextReview, { step: 'opening' })

  /** `again`: time has passed, so the draft may have been paid or changed elsewhere. */
  const ask = async (again: boolean) => {
    dispatch({ type: 'ask' })
    const kept = await (again ? store.check(draft) : store.keep(draft))
    if (kept.error) return dispatch({ type: 'refused', failure: kept.error })
    const { data, error } = await open(order, kept.updatedAt)
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

async function open(order: TransferRequest, draftVersion: string) {
  const idempotencyKey = await intentKey(order, draftVersion)
  for (let tries = 1; ; tries++) {
    const result = await api.post(calls.createPaymentIntent, { body: intentBody(order), idempotencyKey })
    if (result.error?.code !== 'idempotency_key_in_progress' || tries === IN_PROGRESS_TRIES) return result
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS))
  }
}
