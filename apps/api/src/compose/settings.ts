import type { Config } from '../config/config.ts'
import type { ServerOptions } from '../http/server/server.ts'
import { RATES_SETTINGS, type RatesSettings } from '../domains/pricing/index.ts'
import { SANDBOX_LIMITS, STRICT_LIMITS, type SignInLimits } from '../domains/customers/index.ts'
import type { ReceiptSettings } from '../domains/support/index.ts'

/** How quotes are made, but for the limit per transfer. Money normally arrives `deliveryMinutes` after the last moment to pay. */
export const QUOTE_SETTINGS = { lockMinutes: 30, deliveryMinutes: 10, defaultMarginBps: 100n } as const

/** Returns the company by its legal name and address, its licences and its regulators, as receipts name them. */
export function receiptSettingsOf({ support, legal, http, regulators }: Config): ReceiptSettings {
  const { phone, email } = support
  const { name, address, licences } = legal
  return {
    provider: { name, website: http.publicUrl, phone, email, address },
    licences: licences.map((licence) => ({
      country: licence.country,
      name: licence.name,
      number: licence.number,
      nmls_id: licence.nmlsId ?? null,
      holder: licence.holder,
      regulator: licence.regulator,
    })),
    regulators,
  }
}

/** Returns the sign-in limits for this mode, with the configured proof-of-work threshold. */
export function signInLimitsOf({ providers, CODES_WITHOUT_PROOF }: Config): SignInLimits {
  const limits = providers.mode === 'sandbox' ? SANDBOX_LIMITS : STRICT_LIMITS
  return { ...limits, withoutProofHour: CODES_WITHOUT_PROOF ?? limits.withoutProofHour }
}

/** Returns the settings of the rates, with the budget for their history. */
export function ratesOf({ rateHistoryPerDay }: Config): RatesSettings {
  return { ...RATES_SETTINGS, historyPerDay: rateHistoryPerDay }
}

/** Returns how the server listens and logs, and the sandbox that it passes calls on to. `standInHost`: of the card form. */
export function serverSettingsOf(
  { http, providers, officeAt }: Config,
  standInHost: string | undefined,
): Pick<ServerOptions, 'publicUrl' | 'publicHostOnly' | 'logLevel' | 'launch' | 'trustProxy' | 'sandbox'> {
  const { publicUrl, logLevel, launch, trustProxy } = http
  return {
    ...{ publicUrl, logLevel, launch, trustProxy },
    publicHostOnly: providers.mode === 'live',
    sandbox:
      providers.mode === 'sandbox' ? { url: providers.url, standInHost, officeUrl: officeAt } : undefined,
  }
}
