import { createHash } from 'node:crypto'
import type Stripe from 'stripe'
import { choice, hash, text } from '../protocol/params.ts'
import type { Params } from '../protocol/params.ts'
import { invalid } from '../protocol/wire.ts'
import { missingParam } from './params.ts'
import { answerOf, isRouting, TEST_ROUTING } from './test-accounts.ts'

type BankAccount = Stripe.PaymentMethod.UsBankAccount

/** The names of a bank account's parameters. */
export const BANK_PARAMS = [
  'account_holder_type',
  'account_number',
  'account_type',
  'financial_connections_account',
  'routing_number',
]

/** A bank account, with its whole number, which no answer shows. */
export interface ReadAccount {
  readonly number: string
  readonly face: BankAccount
}

/**
 * Parses a bank account in `payment_method_data`. Where Stripe's form names an account of Financial Connections, the
 * sandbox's gives the numbers, and they count as verified at once: both are the sandbox's own.
 */
export function readAccount(data: Params, billing: Stripe.PaymentMethod['billing_details']): ReadAccount {
  const given = hash(data, 'us_bank_account')
  if (!given) throw missingParam('us_bank_account')
  if (billing.name === null) throw missingParam('billing_details[name]')
  if (text(given, 'financial_connections_account') !== undefined) {
    throw invalid('The sandbox has no accounts of Financial Connections.', {
      param: 'us_bank_account[financial_connections_account]',
    })
  }
  const routing = text(given, 'routing_number')
  const number = text(given, 'account_number')
  if (routing === undefined) throw missingParam('us_bank_account[routing_number]')
  if (number === undefined) throw missingParam('us_bank_account[account_number]')
  checkNumbers(routing, number)
  return faceOf(number, {
    account_holder_type: choice(given, 'account_holder_type', ['company', 'individual']),
    account_type: choice(given, 'account_type', ['checking', 'savings']),
  })
}

function checkNumbers(routing: string, number: string): void {
  if (!isRouting(routing) || routing !== TEST_ROUTING) {
    throw invalid(
      isRouting(routing)
        ? `You must use a test routing number in test mode. Try ${TEST_ROUTING}.`
        : 'Invalid routing number: it must have nine digits and a valid check digit.',
      { param: 'us_bank_account[routing_number]', code: 'routing_number_invalid' },
    )
  }
  if (answerOf(number) === undefined) {
    throw invalid('You must use a test bank account number in test mode. Try 000123456789.', {
      param: 'us_bank_account[account_number]',
      code: 'account_number_invalid',
    })
  }
}

/** Builds the account that answers show. */
export function faceOf(
  number: string,
  given: Partial<Record<'account_holder_type' | 'account_type', string | undefined>> = {},
): ReadAccount {
  const face: BankAccount = {
    account_holder_type: given.account_holder_type ?? 'individual',
    account_type: given.account_type ?? 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: createHash('sha256').update(`${TEST_ROUTING}${number}`).digest('base64url').slice(0, 16),
    last4: number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number: TEST_ROUTING,
    status_details: {},
  }
  return { number, face }
}

/** Returns the details of the account on a charge. */
export function chargeDetails(face: BankAccount | undefined): Stripe.Charge.PaymentMethodDetails {
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: face?.account_holder_type ?? null,
      account_type: face?.account_type ?? null,
      bank_name: face?.bank_name ?? null,
      fingerprint: face?.fingerprint ?? null,
      last4: face?.last4 ?? null,
      payment_reference: null,
      routing_number: face?.routing_number ?? null,
    },
  }
}
