import { toMajorString } from '@sesa/money'
import countryMap from 'country-locale-map'
import { splitName } from '../../lib/person-name.ts'
import type { Declaration, PayoutRail, PayoutSender, SenderIdentity } from '../../domains/transfers/ports.ts'
import { readStatus } from './answers.ts'
import { createPawapayClient, type PawapaySettings } from './client.ts'
import { payoutBody, sendPayout } from './index.ts'
import { findCarrier } from './carriers.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Values that pawaPay's documentation does not specify. */
export interface RemittanceTerms {
  /** Format of countries: two-letter or three-letter ISO 3166-1 codes. */
  readonly countries: 'alpha-2' | 'alpha-3'
  /** Placeholder for the postal code of an address without one. */
  readonly noPostalCode: string
}

type PayoutRequest = Parameters<PayoutRail['send']>[0]

/** pawaPay's spelling. */
const MISSPELLED: Readonly<Record<string, string>> = { brother_in_law: 'BORTHER_IN_LAW' }

const word = (value: string): string => MISSPELLED[value] ?? value.toUpperCase()

/** Splits a name. Both parts are required: a one-word name is used for both. */
function names(name: string): { firstName: string; lastName: string } {
  const { first, last } = splitName(name)
  return { firstName: first, lastName: last ?? first }
}

function transactionDetails(request: PayoutRequest, { purposeOfFunds, sourceOfFunds }: Declaration) {
  return {
    transactionReference: request.transferReference,
    originalAmount: toMajorString(request.sent),
    originalCurrency: request.sent.currency,
    buyFxRate: request.rate,
    senderFees: toMajorString(request.fee),
    purposeOfFunds: word(purposeOfFunds),
    sourceOfFunds: word(sourceOfFunds),
  }
}

function senderDetails(
  { name, phone, gender, dob }: PayoutSender,
  { nationality, address, identification, occupation }: SenderIdentity,
  { relationship }: Declaration,
  { countries, noPostalCode }: RemittanceTerms,
) {
  const country = (code: string): string =>
    countries === 'alpha-2' ? code : (countryMap.getAlpha3ByAlpha2(code) ?? code)
  return {
    ...names(name),
    nationality: country(nationality),
    phoneNumber: phone.slice(1),
    address: {
      addressLine: address.line,
      postalCode: address.postalCode ?? noPostalCode,
      city: address.city,
      country: country(address.country),
    },
    identification: { type: word(identification.type), number: identification.number },
    ...(gender !== null && { gender: word(gender) }),
    ...(dob !== null && { dateOfBirth: dob }),
    ...(occupation !== null && { occupation }),
    ...(relationship !== null && { relationshipRecipient: word(relationship) }),
  }
}

/**
 * Creates a rail over pawaPay v2's remittances: payouts with sender, purpose and source of funds, for accounts that
 * have them enabled. Without these details nothing is sent, and the outcome is `unknown`: an earlier request under the
 * reference may be in flight. Every failure that pawaPay does not clearly report is `unknown` as well.
 */
export function createPawapayRemittances(
  settings: PawapaySettings & RemittanceTerms,
  fetchFunction: ProviderFetch,
): PayoutRail {
  const call = createPawapayClient(settings, fetchFunction)

  return {
    async send(request) {
      const provider = findCarrier(request.country, request.network)
      if (provider === undefined) return { outcome: 'rejected', code: 'INVALID_PROVIDER', next: 'final' }
      const { sender, declaration } = request
      if (!sender?.identity || declaration === null) return { outcome: 'unknown' }
      const { recipient, ...body } = payoutBody(request, provider)
      return sendPayout(call, '/remittances', {
        remittanceId: request.reference,
        ...body,
        recipient: { ...recipient, recipientDetails: names(request.recipientName) },
        sender: {
          transactionDetails: transactionDetails(request, declaration),
          senderDetails: senderDetails(sender, sender.identity, declaration, settings),
        },
      })
    },
    async status(reference) {
      const answer = await call(`/remittances/${reference}`, { method: 'GET' })
      return readStatus(answer, 'remittanceId', reference)
    },
  }
}
