import {
  formatAmount,
  fromMajorString,
  isZero,
  parseAmount,
  toMajorString,
  type CurrencyCode,
} from '@sesa/money'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, calls } from '@sesa/contract'
import { ApiError, getPublic } from '../../lib/http.ts'

export type Side = 'send' | 'receive'

interface Conversion {
  send: string
  receive: string
  /** The text that is not an amount, or could not be converted, turns red. */
  invalid: Side | null
  /** What failed, when it was not the text. */
  failure: string | null
  busy: boolean
}

/** Typing settles for this long before the rate is asked for. */
const SETTLE_MS = 250

/**
 * The converter's arithmetic (spec, sections 4 and 5): each side recomputes the other at the server's rate; zero makes
 * both "0" and equal currencies copy the amount, both without a call; what is not a number is red, without a call.
 */
export function useConversion(initial: string) {
  const [state, setState] = useState<Conversion>({
    send: initial,
    receive: '',
    invalid: null,
    failure: null,
    busy: false,
  })
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])

  const convert = (side: Side, text: string, from: CurrencyCode, to: CurrencyCode) => {
    pending.current?.abort()
    const other = side === 'send' ? 'receive' : 'send'
    const settle = (change: Partial<Conversion>) =>
      setState((previous) => ({ ...previous, invalid: null, failure: null, busy: false, ...change }))

    const parsed = parseAmount(text, side === 'send' ? from : to)
    if (!parsed.ok) {
      if (parsed.reason === 'empty') return settle({ [side]: text, [other]: '' })
      return settle({ [side]: text, invalid: side })
    }
    if (isZero(parsed.money)) return settle({ send: '0', receive: '0' })
    if (from === to) return settle({ [side]: text, [other]: formatAmount(parsed.money) })

    const controller = new AbortController()
    pending.current = controller
    settle({ [side]: text, busy: true })
    void ask(from, to, side, toMajorString(parsed.money), controller.signal).then((answer) => {
      if (controller.signal.aborted) return
      if ('message' in answer) settle({ invalid: side, failure: answer.message })
      else settle({ [other]: answer.text })
    })
  }

  return { ...state, convert }
}

async function ask(from: CurrencyCode, to: CurrencyCode, side: Side, amount: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if (signal.aborted) return { text: '' }
  try {
    const path = `/currency/rates/${from}/${to}/${amount}${side === 'receive' ? '?side=receive' : ''}`
    const { value } = await getPublic<AnswerOf<typeof calls.getRate>>(path, signal)
    return { text: formatAmount(fromMajorString(String(value), side === 'send' ? to : from)) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { message: error.failure.message }
  }
}
