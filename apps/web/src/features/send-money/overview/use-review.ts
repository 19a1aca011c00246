import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react'
import { calls, type Draft, type Quote } from '@sesa/contract'
import { money } from '@sesa/money'
import type { Outcome } from '@sesa/ui/api/client.ts'
import { tryCall } from '../../../lib/api/api.ts'
import type { DraftStore } from '../../../lib/forms/draft-store.ts'
import { remember } from '../../../lib/pay-with.ts'
import { randomId } from '../../../lib/random-id.ts'
import { intentBody, intentKey, type TransferRequest } from '../details/transfer-request.ts'
import { nextReview, type OpenPayment } from './review-state.ts'
import { changeText, pricesOf, type Way, type WayPrice } from '../pay/ways.ts'

/** Attempts while the same request is in progress in another tab. */
const IN_PROGRESS_TRIES = 6
const IN_PROGRESS_MS = 1500

interface Asking {
  /** True if time has passed, so that the draft may have been paid or changed elsewhere. */
  readonly again?: boolean
  /** True to replace a payment that is still open. */
  readonly fresh?: boolean
}

/** Opens the payment for this order, on arrival, by another way to pay, and whenever the customer asks again. */
export function useReview(order: TransferRequest, draft: Draft, store: DraftStore, first: Way) {
  const [review, dispatch] = useReducer(nextReview, { step: 'opening' })
  const [way, setWay] = useState(first)
  const [prices, setPrices] = useState<readonly WayPrice[]>([])
  const [change, setChange] = useState('')
  const shown = useRef<Quote | null>(null)
  const turn = useRef(0)
  const before = useRef<Promise<unknown>>(Promise.resolve())

  /** Asks for the payment. One request at a time: the server keeps the last one that it receives. */
  const ask = (by: Way, asking: Asking = {}) => {
    dispatch({ type: 'ask' })
    const mine = (turn.current += 1)
    const isOld = () => mine !== turn.current
    before.current = before.current.then(async () => {
      if (isOld()) return
      const kept = await (asking.again ? store.check(draft) : store.keep(draft))
      if (isOld()) return
      if (kept.error) return dispatch({ type: 'refused', failure: kept.error })
      const at = orderAt(
        order,
        prices.find(({ method }) => method === by.method),
      )
      const { data, error } = await openPayment(at, by, kept.updatedAt, asking.fresh ? randomId() : undefined)
      if (isOld()) return
      if (error) return dispatch({ type: 'refused', failure: error })
      dispatch({ type: 'opened', payment: data })
      setPrices(pricesOf(by, data))
      if (shown.current !== null && by !== way)
        setChange(changeText(shown.current, data.quote, by.method !== way.method))
      shown.current = data.quote
    })
  }

  const arrive = useEffectEvent(() => ask(way))
  useEffect(() => {
    arrive()
    // After Back from the bank's page, browsers may restore this page as it was, in the middle of paying.
    const onShow = (event: PageTransitionEvent) => event.persisted && arrive()
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  return {
    review,
    dispatch,
    way,
    prices,
    change,
    // A price of mobile money ends before the server's does, and its payment is then still open.
    askAgain: () => ask(way, { again: true, fresh: way.method === 'momo' }),
    choose(by: Way) {
      remember(by.method, by.network)
      setWay(by)
      setChange('')
      ask(by, { fresh: true })
    },
  }
}

/** Returns the order at the price that the customer saw for this way to pay. */
function orderAt(order: TransferRequest, price: WayPrice | undefined): TransferRequest {
  if (price === undefined) return order
  const { send, receive } = order
  return {
    ...order,
    send: money(price.amount, send.currency),
    receive: money(price.receiveAmount, receive.currency),
  }
}

/** The server withholds saved cards from this payment, and accepts a typed card. */
const LOCKS: readonly (string | undefined)[] = ['step_up_required', 'saved_cards_locked']

/** Opens the payment with the saved cards, or only for a typed card while they are locked. */
async function openPayment(
  order: TransferRequest,
  way: Way,
  draftVersion: string,
  fresh?: string,
): Promise<Outcome<OpenPayment>> {
  const opened = await open(intentBody(order, way), draftVersion, fresh)
  if (!opened.error || !LOCKS.includes(opened.error.code)) return opened
  const { data, error } = await open(intentBody(order, way, false), draftVersion, fresh)
  return data ? { data: { ...data, lock: opened.error } } : { error }
}

async function open(body: ReturnType<typeof intentBody>, draftVersion: string, fresh?: string) {
  const idempotencyKey = await intentKey(body, draftVersion, fresh)
  for (let tries = 1; ; tries++) {
    const result = await tryCall(calls.createPaymentIntent, { body, idempotencyKey })
    if (result.error?.code !== 'idempotency_key_in_progress' || tries === IN_PROGRESS_TRIES) return result
    await new Promise((resolve) => setTimeout(resolve, IN_PROGRESS_MS))
  }
}
