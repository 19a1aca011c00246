import { allowOnly, choice, hash, required } from './protocol/params.ts'
import type { Params } from './protocol/params.ts'
import { isPreview } from './protocol/versions.ts'
import { invalid } from './protocol/wire.ts'

/**
 * `payment_details.money_services`, only in preview versions of Stripe's API: the party that funds an account, and the
 * one that receives the money. The fields are those of Stripe's own .NET library of June 2026 (stripe-dotnet, commit
 * 058bba3).
 */

const PERSON = ['address', 'date_of_birth', 'email', 'given_name', 'phone', 'surname']
const ADDRESS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state']

/** Returns the parameters that this API version allows in addition to the released ones. */
export function previewParams(apiVersion: string): readonly string[] {
  return isPreview(apiVersion) ? ['payment_details'] : []
}

/** Parses the parties of a payment intent, or null. Throws a Refusal for fields that Stripe does not have. */
export function readPaymentDetails(params: Params): Params | null {
  const details = hash(params, 'payment_details')
  if (details === undefined) return null
  allowOnly(details, ['money_services'])
  const services = hash(details, 'money_services')
  if (services === undefined) return null
  allowOnly(services, ['account_funding', 'beneficiary_details', 'transaction_type'])
  required(services, 'transaction_type')
  choice(services, 'transaction_type', ['account_funding', 'debt_repayment'])
  const funding = hash(services, 'account_funding') ?? {}
  allowOnly(funding, ['sender_details'])
  checkPerson(hash(funding, 'sender_details'), PERSON)
  checkPerson(hash(services, 'beneficiary_details'), [...PERSON, 'account_reference'])
  return details
}

function checkPerson(person: Params | undefined, known: readonly string[]): void {
  if (person === undefined) return
  allowOnly(person, known)
  allowOnly(hash(person, 'address') ?? {}, ADDRESS)
  const born = hash(person, 'date_of_birth')
  if (born === undefined) return
  allowOnly(born, ['day', 'month', 'year'])
  if (!['day', 'month', 'year'].every((part) => /^\d{1,4}$/.test(required(born, part)))) {
    throw invalid('Invalid date of birth', { param: 'date_of_birth' })
  }
}
