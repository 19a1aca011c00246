import type { BreakerChange } from '../lib/breaker.ts'
import type { ConfiguredCollector, FloatSource, Rail } from '../domains/payouts/index.ts'
import type { MailSender, SmsReports, SmsSender } from '../domains/record/index.ts'
import type { RatesProvider } from '../domains/pricing/index.ts'
import type { CardBooks } from '../domains/books/index.ts'
import type { ScreeningList } from '../domains/compliance/index.ts'
import type { CardVault } from '../domains/customers/index.ts'
import type { CardProvider, PayoutCallbacks } from '../domains/transfers/index.ts'
import type { StripeSetup } from '../providers/stripe/setup.ts'
import { guardedFetch } from './watched-fetch.ts'
import type { ProviderFetch } from '../lib/provider-fetch.ts'

export type { StripeAccount, StripeEndpoint } from '../providers/stripe/setup.ts'

/** Everything that the product calls over the network, behind its ports. */
export interface Providers {
  readonly cards: CardProvider
  /** Where the customers' saved cards are. */
  readonly cardVault: CardVault
  readonly cardBooks: CardBooks
  /** Reads our balance with the card provider. */
  readonly cardBalance: FloatSource
  /** Reads how the account at the card provider is set up. */
  readonly cardSetup: StripeSetup
  /** By name, as in the table of rails. */
  readonly rails: ReadonlyMap<string, Rail>
  /** Who takes payments from wallets, by name. */
  readonly collectors: ReadonlyMap<string, ConfiguredCollector>
  readonly callbacks: readonly PayoutCallbacks[]
  readonly sms: SmsSender
  /** Where the vendors of text messages report to. */
  readonly smsReports: readonly SmsReports[]
  readonly mail: MailSender
  /** Checks whether the mail server accepts our credentials; sends nothing. */
  checkMailServer(): Promise<boolean>
  /** Checks whether each SMS vendor accepts our credentials; sends nothing. */
  checkSmsVendors(): Promise<{ readonly name: string; readonly reached: boolean }[]>
  readonly rates: readonly RatesProvider[]
  readonly screening: ScreeningList
}

/** Our side of the connection, for the providers' adapters. */
export interface AdapterSettings {
  readonly publicUrl: string
  /** How long one call to a provider may take, in milliseconds. */
  readonly timeout: number
  /** Secrets for MTN's callback addresses, the current one first. Without them MTN gets no callback address. */
  readonly callbackSecrets?: readonly [Buffer, ...Buffer[]]
  /** Called when a provider goes down and when it comes back. */
  watch?(provider: string, change: BreakerChange): void
}

/** Returns a provider's own `fetch`, which makes no calls while that provider is down. */
export const fetchOf = (adapterSettings: AdapterSettings, provider: string): ProviderFetch =>
  guardedFetch(provider, (change) => adapterSettings.watch?.(provider, change))
