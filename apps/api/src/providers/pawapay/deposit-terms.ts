import { findCountry } from '@sesa/contract'
import { compare, parseAmount, type Money } from '@sesa/money'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import type { CollectionTerms, Collector } from '../../domains/transfers/mobile-money/ports.ts'
import { findNetwork } from './carriers.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'

// pawaPay may add fields at any time, so only the fields we use are checked.
const bounds = { minAmount: v.string(), maxAmount: v.string(), decimalsInAmount: v.nullish(v.string()) }
const deposit = v.object({
  ...bounds,
  status: v.string(),
  authType: v.nullish(v.string()),
  pinPrompt: v.nullish(v.string()),
  pinPromptInstructions: v.optional(v.unknown()),
})
const configuration = v.object({
  countries: v.array(
    v.object({
      providers: v.array(
        v.object({
          provider: providerText,
          nameDisplayedToCustomer: v.optional(v.unknown()),
          currencies: v.array(
            v.object({
              currency: v.string(),
              operationTypes: v.object({
                DEPOSIT: v.optional(deposit),
                REFUND: v.optional(v.object(bounds)),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Provider = v.InferOutput<typeof configuration>['countries'][number]['providers'][number]
type Bounds = Pick<v.InferOutput<typeof deposit>, 'minAmount' | 'maxAmount' | 'decimalsInAmount'>

const variables = v.nullish(v.record(v.string(), v.string()))
const step = v.object({ text: v.nullish(v.string()), template: v.nullish(v.string()), variables })
const instructions = v.object({
  channels: v.array(
    v.object({
      type: v.nullish(v.string()),
      quickLink: v.nullish(v.string()),
      variables,
      instructions: v.nullish(v.object({ en: v.nullish(v.array(step)) })),
    }),
  ),
})

/** Short enough for a screen: anything else is left out. */
const shown = v.pipe(v.string(), v.trim(), v.regex(/^[\x20-\x7e]{1,160}$/))
const ussdCode = v.pipe(v.string(), v.regex(/^[*#][0-9*#]{1,38}#$/))
const MOST_STEPS = 8

/**
 * Returns the network's English steps for a payer who sees no request, by USSD if there is such a channel, and then the code to
 * dial. Nothing that we cannot read or show.
 */
function readSteps(given: unknown): string[] {
  const parsed = v.safeParse(instructions, given)
  if (!parsed.success) return []
  const { channels } = parsed.output
  const channel = channels.find(({ type }) => type === 'USSD') ?? channels[0]
  if (channel === undefined) return []
  const sentences = (channel.instructions?.en ?? []).flatMap(({ text, template, variables: own }) => {
    const values = { ...channel.variables, ...own }
    const whole = (text ?? template ?? '').replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, name: string) =>
      Object.hasOwn(values, name) ? (values[name] ?? '') : '\u0000',
    )
    return v.is(shown, whole) ? [whole.trim().replace(/(?<=\w)$/, '.')] : []
  })
  const link = (channel.quickLink ?? '').replace(/^tel:/, '').replaceAll('%23', '#')
  const code = [link, channel.variables?.['shortCode']].find((one) => v.is(ussdCode, one))
  return [...sentences.slice(0, MOST_STEPS), ...(code === undefined ? [] : [code])]
}

function readBounds({ minAmount, maxAmount }: Bounds, currency: Money['currency']) {
  const [minimum, maximum] = [parseAmount(minAmount, currency), parseAmount(maxAmount, currency)]
  return minimum.ok && maximum.ok ? { minimum: minimum.money, maximum: maximum.money } : undefined
}

/** Returns what we collect at once and can also give back at once. */
function sharedBounds(one: Bounds, other: Bounds | undefined, currency: Money['currency']) {
  const [own, its] = [readBounds(one, currency), other && readBounds(other, currency)]
  if (own === undefined || its === undefined) return own
  const minimum = compare(own.minimum, its.minimum) < 0 ? its.minimum : own.minimum
  const maximum = compare(own.maximum, its.maximum) > 0 ? its.maximum : own.maximum
  return { minimum, maximum }
}

function toTerms({ provider, nameDisplayedToCustomer: name, currencies }: Provider): CollectionTerms[] {
  const target = findNetwork(provider)
  const currency = target && findCountry(target.country)?.currency
  const operations = currencies.find((one) => one.currency === currency)?.operationTypes
  if (target === undefined || currency === undefined || operations?.DEPOSIT === undefined) return []
  const { DEPOSIT: its, REFUND: refund } = operations
  const limits = sharedBounds(its, refund, currency)
  if (limits === undefined || limits.minimum.amount === 0n || compare(limits.minimum, limits.maximum) > 0)
    return []
  return [
    {
      ...{ collector: 'pawapay', ...target, ...limits },
      // Where refunds are not allowed we could not give money back; other kinds of approval need a redirect or a code.
      open: its.status === 'OPERATIONAL' && its.authType === 'PROVIDER_AUTH' && refund !== undefined,
      wholeUnits: [its, refund].some((one) => one?.decimalsInAmount === 'NONE'),
      prompt: its.pinPrompt === 'MANUAL' ? 'manual' : 'automatic',
      nameShown: v.is(shown, name) ? name.trim() : null,
      instructions: readSteps(its.pinPromptInstructions),
    },
  ]
}

/** Returns the function that reads the networks whose wallets this account may take payments from, by its active configuration. */
export function createDepositTerms(
  settings: PawapaySettings,
  fetchFunction: ProviderFetch,
): Collector['terms'] {
  const call = createPawapayClient(settings, fetchFunction)
  return async () => {
    const answer = await call('/active-conf', { method: 'GET' })
    const parsed = v.safeParse(configuration, answer?.body)
    if (answer?.status !== 200 || !parsed.success) return null
    return parsed.output.countries.flatMap(({ providers }) => providers).flatMap(toTerms)
  }
}
