import type Stripe from 'stripe'
import { splitName } from '../../lib/person-name.ts'
import type { PaymentPeople } from '../../domains/transfers/ports.ts'

function names(name: string): { given_name: string; surname?: string } {
  const { first, last } = splitName(name)
  return { given_name: first, ...(last !== null && { surname: last }) }
}

function born(dob: string): { day: number; month: number; year: number } {
  const [year = '', month = '', day = ''] = dob.split('-')
  return { day: Number.parseInt(day, 10), month: Number.parseInt(month, 10), year: Number.parseInt(year, 10) }
}

function senderDetails({ name, phone, dob, identity }: NonNullable<PaymentPeople['sender']>) {
  const { line, postalCode, city, country } = identity?.address ?? {}
  return {
    ...names(name),
    phone,
    ...(dob !== null && { date_of_birth: born(dob) }),
    ...(line !== undefined && {
      address: { line1: line, city, country, ...(postalCode && { postal_code: postalCode }) },
    }),
  }
}

/**
 * Returns the sender and recipient details of a payment intent for a preview version of Stripe's API. The released
 * types lack them; the shape is that of Stripe's own .NET library (decision 31).
 */
export function accountFunding({
  sender,
  recipient,
}: PaymentPeople): NonNullable<Stripe.PaymentIntentCreateParams['payment_details']> {
  const services = {
    transaction_type: 'account_funding',
    ...(sender !== null && { account_funding: { sender_details: senderDetails(sender) } }),
    beneficiary_details: {
      ...names(recipient.name),
      phone: recipient.phone,
      account_reference: recipient.phone.slice(1),
    },
  }
  return { money_services: services } as NonNullable<Stripe.PaymentIntentCreateParams['payment_details']>
}
