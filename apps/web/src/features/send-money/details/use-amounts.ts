import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { AnswerOf, calls, CountryCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { getPublic } from '@sesa/ui/api/http.ts'
import {
  fromMajorString,
  isZero,
  money,
  parseAmount,
  rate,
  toMajorString,
  usualAmount,
  type CurrencyCode,
} from '@sesa/money'
import { useConversion, type ConversionAnswer, type Side } from '../../../lib/use-conversion.ts'
import type { ChangedFigure } from '../price-change.tsx'
import type { Price } from '../price-facts.tsx'
import type { DetailsForm } from './use-details.ts'
import { currencyOf, type Values } from '../draft/values.ts'

function priceOf({ side, amount, from, to, quoted }: ConversionAnswer): Price {
  const other = String(quoted.value)
  const [send, receive] = side === 'send' ? [amount, other] : [other, amount]
  return {
    rate: rate(quoted.rate, from, to),
    midRate: rate(quoted.midRate, from, to),
    midRateAt: quoted.asOf,
    margin: money(quoted.margin, from),
    send: fromMajorString(send, from),
    receive: fromMajorString(receive, to),
  }
}

/** Keeps both amounts of the form in sync: each follows the other at the server's rate. */
export function useAmounts(form: DetailsForm, sender: CountryCode) {
  const { values } = form
  const { country, fix } = values
  const [from, to] = [currencyOf(sender), currencyOf(country)]
  const [moved, setMoved] = useState<ChangedFigure | null>(null)
  /** The calculated amount that the customer last saw, until it has been converted again. */
  const seen = useRef<{ side: Side; text: string } | null>(null)
  const conversion = useConversion(({ send, receive }) => {
    form.setValues({
      ...(send !== undefined && { sendAmount: send }),
      ...(receive !== undefined && { receiveAmount: receive }),
    })
    const before = seen.current
    const now = before?.side === 'send' ? send : receive
    if (!before || !now) return
    seen.current = null
    if (now === before.text) return
    const [label, code] =
      before.side === 'send' ? ([i18n.t('You send'), from] as const) : ([i18n.t('They receive'), to] as const)
    setMoved({ label, before: `${code} ${before.text}`, now: `${code} ${now}` })
  })

  // A saved amount may be based on an old price, so convert it again. An amount that the server has just refused stays,
  // with its error.
  const refresh = useEffectEvent(() => {
    const [text, follower] =
      fix === 'send' ? [values.sendAmount, values.receiveAmount] : [values.receiveAmount, values.sendAmount]
    if (text === '' || form.summary.length > 0) return
    seen.current = follower === '' ? null : { side: fix === 'send' ? 'receive' : 'send', text: follower }
    conversion.convert(fix, text, from, to)
  })
  useEffect(() => refresh(), [])

  const type = (side: Side, text: string) => {
    seen.current = null
    setMoved(null)
    // The same amount in another notation, as after leaving the field, needs no new conversion.
    const [name, currency] =
      side === 'send' ? (['sendAmount', from] as const) : (['receiveAmount', to] as const)
    if (side === fix && conversion.invalid === null && isSameAmount(text, values[name], currency))
      return form.set(name, text)
    form.set('fix', side)
    conversion.convert(side, text, from, to)
  }

  /** Changes the recipient: the amount sent stays, and the amount received follows in their currency. */
  const sendTo = (change: Partial<Values> & Pick<Values, 'country'>) => {
    if (change.country === country) return form.setValues(change)
    seen.current = null
    setMoved(null)
    form.setValues({ ...change, fix: 'send' })
    conversion.convert('send', values.sendAmount, from, currencyOf(change.country))
  }

  const typed = fix === 'send' ? parseAmount(values.sendAmount, from) : parseAmount(values.receiveAmount, to)
  const isExample = !typed.ok || isZero(typed.money)
  const today = useTodaysPrice(from, to, isExample)
  const { answer } = conversion
  const converted = answer?.from === from && answer.to === to ? priceOf(answer) : null
  const isSettled = !conversion.busy && conversion.failure === null
  return {
    conversion: {
      ...conversion,
      /** Any known rate between these currencies. */
      rate: converted?.rate ?? today?.rate ?? null,
      /** The price of the typed amount, or today's before there is one; null while unknown. */
      price: isSettled ? (isExample ? today : converted) : null,
      isExample,
    },
    type,
    sendTo,
    moved,
  }
}

/** Returns the price of the usual amount, once wanted; null until known. */
function useTodaysPrice(from: CurrencyCode, to: CurrencyCode, isWanted: boolean): Price | null {
  const amount = toMajorString(usualAmount(from))
  const { data } = useQuery({
    queryKey: ['rate', from, to, amount],
    queryFn: ({ signal }) =>
      getPublic<AnswerOf<typeof calls.getRate>>(`/currency/rates/${from}/${to}/${amount}`, signal),
    enabled: isWanted,
  })
  return data ? priceOf({ side: 'send', amount, from, to, quoted: data }) : null
}

function isSameAmount(a: string, b: string, currency: CurrencyCode): boolean {
  const [one, other] = [parseAmount(a, currency), parseAmount(b, currency)]
  return one.ok && other.ok && one.money.amount === other.money.amount
}
