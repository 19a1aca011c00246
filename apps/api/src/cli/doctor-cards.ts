import { isCurrencyCode } from '@sesa/money'
import type { Providers, StripeAccount, StripeEndpoint } from '../compose/provider-ports.ts'
import { note, ok, problem, type Finding } from './finding.ts'

const ACCOUNT = 'Stripe account'
const KEYS = 'Stripe keys'
const DEBITS = 'Stripe bank debits'
const WEBHOOK = 'Stripe webhook'
const DASHBOARD = 'in Stripe’s dashboard'

/** Reports what keeps the account from charging cards or paying out, and a currency that Sesa does not read. */
function describeAccount({
  charges,
  payouts,
  cards,
  debits,
  country,
  currency,
  due,
}: StripeAccount): Finding[] {
  const finish =
    due.length === 0
      ? `see Stripe’s requirements ${DASHBOARD}`
      : `complete Stripe’s requirements ${DASHBOARD}: ${due.join(', ')}`
  const problems = [
    ...(charges ? [] : [`cannot charge cards (charges_enabled is false): ${finish}`]),
    ...(payouts ? [] : [`cannot pay out to our bank (payouts_enabled is false): ${finish}`]),
    ...(cards === undefined || cards === 'active'
      ? []
      : [`has card payments ${cards}, not active: request the capability ${DASHBOARD} (Payment methods)`]),
    ...(charges && payouts && due.length > 0
      ? [`will be limited by Stripe unless you provide ${due.join(', ')} ${DASHBOARD}`]
      : []),
    ...(currency === undefined || isCurrencyCode(currency)
      ? []
      : [`has its balance in ${currency}, which Sesa doesn’t support: ask Stripe for a balance in USD`]),
  ]
  if (problems.length > 0) return problems.map((words) => problem(ACCOUNT, words))
  const where = `${country ?? 'unknown country'}, balance in ${currency ?? 'an unknown currency'}`
  return [ok(ACCOUNT, `charges cards and pays out (${where})`), describeDebits(debits)]
}

/** Customers are offered bank debits only while staff have them open, so a missing capability is only a note. */
const describeDebits = (capability: string | undefined): Finding =>
  capability === 'active'
    ? ok(DEBITS, 'can debit bank accounts in the United States')
    : note(
        DEBITS,
        `us_bank_account_ach_payments is ${capability ?? 'not requested'}, not active: before you open bank debits, request the capability ${DASHBOARD} (Payment methods)`,
      )

/** Compares addresses as Stripe does: a trailing slash makes another one. */
function describeEndpoints(
  endpoints: readonly StripeEndpoint[],
  events: readonly string[],
  url: string,
): Finding {
  const ours = endpoints.filter((one) => one.url === url)
  if (ours.length === 0) {
    const others = endpoints.map((one) => one.url).join(', ') || 'none'
    return problem(WEBHOOK, `there’s no endpoint ${url} (found ${others}): add it ${DASHBOARD}`)
  }
  const enabled = ours.filter((one) => one.enabled)
  if (enabled.length === 0) return problem(WEBHOOK, `the endpoint ${url} is disabled: enable it ${DASHBOARD}`)
  const sent = new Set(enabled.flatMap((one) => one.events))
  const missing = sent.has('*') ? [] : events.filter((event) => !sent.has(event))
  if (missing.length > 0) {
    return problem(WEBHOOK, `${url} doesn’t get ${missing.join(', ')}: add these events ${DASHBOARD}`)
  }
  return ok(WEBHOOK, `${url} gets all ${events.length} events that Sesa uses`)
}

const HINT = 'only a hint: Stripe documents no key format, and this account has no payment to prove it'
const MATCHES = {
  same: ok(KEYS, 'the publishable key reads a payment of the secret key’s account'),
  other: problem(
    KEYS,
    'the publishable key can’t find the latest payment of the secret key’s account: set both keys from one account',
  ),
  looks_same: note(KEYS, `the publishable key contains the account’s id: ${HINT}`),
  looks_other: note(
    KEYS,
    `the publishable key doesn’t contain the account’s id: ${HINT}. Compare both keys ${DASHBOARD}, or run doctor after a first payment`,
  ),
} as const

/** Reports a call that failed. `remedy` is for one that Stripe refused. */
function unread(what: string, { reason, code }: { reason: string; code: string }, remedy: string): Finding {
  return problem(what, `can’t be read (${reason}: ${code})${reason === 'refused' ? `: ${remedy}` : ''}`)
}

const PERMISSION = 'a restricted key needs permission to read it'
const COPY_KEY = `copy STRIPE_PUBLISHABLE_KEY again, or let a restricted key read payment intents`

/** Checks the account at Stripe, its webhook endpoint and our pair of keys. `publicUrl` is the product's. */
export async function checkCardSetup(setup: Providers['cardSetup'], publicUrl: string): Promise<Finding[]> {
  const [account, endpoints] = await Promise.all([setup.readAccount(), setup.listEndpoints()])
  const keys = account.ok ? await setup.compareKeys(account.value.id) : null
  return [
    ...(account.ok ? describeAccount(account.value) : [unread(ACCOUNT, account, PERMISSION)]),
    endpoints.ok
      ? describeEndpoints(endpoints.value, setup.events, `${publicUrl}/webhooks/stripe`)
      : unread(WEBHOOK, endpoints, PERMISSION),
    ...(keys === null ? [] : [keys.ok ? MATCHES[keys.value] : unread(KEYS, keys, COPY_KEY)]),
  ]
}
