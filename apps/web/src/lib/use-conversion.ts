import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, calls } from '@sesa/contract'
import {
  formatAmount,
  fromMajorString,
  isZero,
  parseAmount,
  toMajorString,
  type CurrencyCode,
} from '@sesa/money'
import { ApiError, getPublic } from '@sesa/ui/api/http.ts'

/** One of two amounts: the amount sent or the amount received. */
export type Side = 'send' | 'receive'

interface Conversion {
  /** The side whose text is not an amount or could not be converted; it turns red. */
  invalid: Side | null
  /** The message, if the text is not the cause. */
  failure: string | null
  busy: boolean
  /** The last answer: its amounts are outdated while `busy`, and its currencies may be. */
  answer: ConversionAnswer | null
}

/** The server's answer for an amount on one side, in major units. */
export interface ConversionAnswer {
  readonly side: Side
  readonly amount: string
  readonly from: CurrencyCode
  readonly to: CurrencyCode
  readonly quoted: AnswerOf<typeof calls.getRate>
}

/** A decimal below one, before its first significant digit. */
const UNFINISHED = /^0?[.,]0?$/

/** Pause in typing before the conversion. */
const SETTLE_MS = 250

const QUIET: Conversion = { invalid: null, failure: null, busy: false, answer: null }

/**
 * Converts between two amounts (spec, sections 4 and 5): each side recalculates the other at the server's rate. Without
 * a call, zero makes both "0", equal currencies copy the amount, and text that is not an amount turns red. The other
 * side is empty until its own amount is known. The caller holds the texts and receives every change; late answers are
 * dropped. The same amount in another notation needs no new conversion.
 */
export function useConversion(onChange: (texts: Partial<Record<Side, string>>) => void) {
  const [state, setState] = useState(QUIET)
  const pending = useRef<AbortController | null>(null)
  /** The last requested conversion, until that fails or the text changes. */
  const asked = useRef<string>(null)
  useEffect(() => () => pending.current?.abort(), [])

  const convert = (side: Side, text: string, from: CurrencyCode, to: CurrencyCode) => {
    const parsed = parseAmount(text, side === 'send' ? from : to)
    const wanted = parsed.ok ? [side, from, to, parsed.money.amount].join() : ''
    if (wanted === asked.current) return onChange({ [side]: text })
    asked.current = null
    pending.current?.abort()
    const other = side === 'send' ? 'receive' : 'send'
    const settle = (texts: Partial<Record<Side, string>>, change: Partial<Conversion> = {}) => {
      onChange(texts)
      setState((before) => ({ ...before, invalid: null, failure: null, busy: false, ...change }))
    }
    if (!parsed.ok) {
      if (parsed.reason === 'empty') return settle({ [side]: text, [other]: '' })
      return settle({ [side]: text, [other]: '' }, { invalid: side })
    }
    // Possibly the start of 0.50: leaving the field turns it into zero.
    if (isZero(parsed.money) && UNFINISHED.test(text)) return settle({ [side]: text, [other]: '0' })
    if (isZero(parsed.money)) return settle({ send: '0', receive: '0' })
    if (from === to) return settle({ [side]: text, [other]: formatAmount(parsed.money) })

    const controller = new AbortController()
    pending.current = controller
    asked.current = wanted
    settle({ [side]: text, [other]: '' }, { busy: true })
    void ask(from, to, side, toMajorString(parsed.money), controller.signal).then((answer) => {
      if (controller.signal.aborted || answer === null) return
      if (!('message' in answer)) return settle({ [other]: answer.text }, { answer })
      asked.current = null
      settle({}, { invalid: side, failure: answer.message })
    })
  }

  return { ...state, convert }
}

async function ask(from: CurrencyCode, to: CurrencyCode, side: Side, amount: string, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  if (signal.aborted) return null
  try {
    const path = `/currency/rates/${from}/${to}/${amount}${side === 'receive' ? '?side=receive' : ''}`
    const quoted = await getPublic<AnswerOf<typeof calls.getRate>>(path, signal)
    const text = formatAmount(fromMajorString(String(quoted.value), side === 'send' ? to : from))
    return { text, side, from, to, amount, quoted }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { message: error.failure.message }
  }
}
