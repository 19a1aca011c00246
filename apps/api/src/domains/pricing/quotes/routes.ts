import { calls } from '@sesa/contract'
import { isCurrencyCode, rateToString, toMajorNumber, toMinorNumber, type CurrencyCode } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import { route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { convertPublicly, type QuotesDeps } from './service.ts'
import { readTypedAmount } from './typed-amount.ts'

export function registerQuotes(app: FastifyInstance, deps: QuotesDeps): void {
  route(app, calls.getRate, async ({ params, query, entered }) => {
    const [from, to] = [readCurrency(params.from, 'from'), readCurrency(params.to, 'to')]
    const fix = query.side ?? 'send'
    const amount = readTypedAmount(params.amount, fix === 'send' ? from : to)
    const { payWith } = query
    const conversion = await convertPublicly(deps, { from, to, fix, amount, payWith }, entered)
    return {
      value: toMajorNumber(fix === 'send' ? conversion.receive : conversion.send),
      rate: rateToString(conversion.rate),
      midRate: rateToString(conversion.mid),
      margin: toMinorNumber(conversion.margin),
      payWith: conversion.payWith,
      asOf: conversion.asOf.toISOString(),
      source: conversion.source,
    }
  })
}

function readCurrency(text: string, field: string): CurrencyCode {
  if (isCurrencyCode(text)) return text
  throw new Refused('currency_unknown', { field })
}
