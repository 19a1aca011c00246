import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, calls } from '@sesa/contract'
import {
  formatAmount,
  fromMajorString,
  isZero,
  money,
  parseAmount,
  rate,
  toMajorString,
  type CurrencyCode,
  type Money,
  type Rate,
} from '@sesa/money'
import { ApiError, getPublic } from './api/http.ts'

/** One of two amounts: the amount sent or the amount received. */
export type Side = 'send' | 'receive'

interface Conversion {
  /** The side whose text is not an amount or could not be converted; it turns red. */
  invalid: Side | null
  /** The message, when the text is not the cause. */
  failure: string | null
  busy: boolean
  /** The price of the last answer; its currencies may differ from the current ones. */
  price: ConvertedPrice | null
}

/** The rate of a conversion, and what it is made of. */
export interface ConvertedPrice {
  readonly rate: Rate
  readonly midRate: Rate
  /** When the source gave the mid-market rate. */
  readonly midRateAt: string
  /** Our margin on the amount sent. */
  readonly margin: Money
  readonly send: Money
  readonly receive: Money
}

/** A decimal below one, before its first significant digit. */
const UNFINISHED = /^0?[.,]0?$/

/** The conversion waits for this pause in typing. */
const SETTLE_MS = 250

const QUIET: Conversion = { invalid: null, failure: null, busy: false, price: null }

/**
 * Converts between two amounts (spec, sections 4 and 5): each side recomputes the other at the server's rate.
 * Without a call, zero makes both "0", equal currencies copy the amount, and text that is not an amount turns
 * red and empties the other side. The caller holds the texts and receives every change; late answers are
 * dropped.
 */
export function useConversion(onChange: (texts: Partial<Record<Side, string>>) => void) {
  const [state, setState] = useState(QUIET)
  const pending = useRef<AbortController | null>(null)
  useEffect(() => () => pending.current?.abort(), [])

  const convert = (side: Side, text: string, from: CurrencyCode, to: CurrencyCode) => {
    pending.current?.abort()
    const other = side === 'send' ? 'receive' : 'send'
    const settle = (texts: Partial<Record<Side, string>>, change: Partial<Conversion> = {}) => {
      onChange(texts)
      setState((before) => ({ ...before, invalid: null, failure: null, busy: false, ...change }))
    }
    const parsed = parseAmount(text, side === 'send' ? from : to)
    if (!parsed.ok) {
      if (parsed.reason === 'empty') return settle({ [side]: text, [other]: '' })
      return settle({ [side]: text, [other]: '' }, { invalid: side })
    }
    // Perhaps the start of 0.50: leaving the field turns it into zero.
    if (isZero(parsed.money) && UNFINISHED.test(text)) return settle({ [side]: text, [other]: '0' })
    if (isZero(parsed.money)) return settle({ send: '0', receive: '0' })
    if (from === to) return settle({ [side]: text, [other]: formatAmount(parsed.money) })

    const controller = new AbortController()
    pending.current = controller
    settle({ [side]: text }, { busy: true })
    void ask(from, to, side, toMajorString(parsed.money), controller.signal).then((answer) => {
      if (controller.signal.aborted || answer === null) return
      if ('message' in answer) settle({}, { invalid: side, failure: answer.message })
      else settle({ [other]: answer.text }, { price: answer.price })
    })
  }

  return { ...state, convert }
}

async function ask(from: CurrencyCode, to: CurrencyCode, side: Side, amount: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if (signal.aborted) return null
  try {
    const path = `/currency/rates/${from}/${to}/${amount}${side === 'receive' ? '?side=receive' : ''}`
    const answer = await getPublic<AnswerOf<typeof calls.getRate>>(path, signal)
    const other = fromMajorString(String(answer.value), side === 'send' ? to : from)
    const price: ConvertedPrice = {
      rate: rate(answer.rate, from, to),
      midRate: rate(answer.midRate, from, to),
      midRateAt: answer.asOf,
      margin: money(answer.margin, from),
      ...(side === 'send'
        ? { send: fromMajorString(amount, from), receive: other }
        : { send: other, receive: fromMajorString(amount, to) }),
    }
    return { text: formatAmount(other), price }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { message: error.failure.message }
  }
}
