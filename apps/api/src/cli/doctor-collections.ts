import type { ConfiguredCollector } from '../domains/payouts/index.ts'
import { checkAddresses } from './doctor-rails.ts'
import { note, ok, problem, type Finding } from './finding.ts'

export interface Own {
  /** The address that pawaPay calls. */
  readonly url: string
  /** Names under which customers know us: any one may be shown to a payer. */
  readonly names: readonly string[]
}

const sameName = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase()

/** Checks that the account may take deposits and give them back, and that both are reported to us. */
async function checkOperations(
  what: string,
  { callbackSetups }: Pick<ConfiguredCollector, 'callbackSetups'>,
  url: string,
): Promise<Finding[]> {
  if (callbackSetups === undefined) return []
  const [deposit, refund] = await Promise.all([callbackSetups.DEPOSIT(), callbackSetups.REFUND()])
  // `terms` reports an account that does not answer.
  if (deposit === null || refund === null) return []
  if (deposit.addresses.length === 0) {
    return [note(what, 'DEPOSIT isn’t allowed, so nobody can pay this way: ask pawaPay to allow it')]
  }
  if (refund.addresses.length === 0) {
    const words = 'REFUND isn’t allowed, so Sesa takes no payments it couldn’t give back'
    return [problem(what, `${words}: ask pawaPay to allow it`)]
  }
  return [
    ok(what, 'DEPOSIT and REFUND are allowed'),
    ...checkAddresses(`${what} DEPOSIT`, deposit.addresses, url),
    ...checkAddresses(`${what} REFUND`, refund.addresses, url),
  ]
}

/** Asks a collector for its networks, and checks what its payers see. */
export async function checkCollector(
  collector: Pick<ConfiguredCollector, 'name' | 'terms' | 'callbackSetups'>,
  { url, names }: Own,
): Promise<Finding[]> {
  const what = `payments by ${collector.name}`
  const terms = await collector.terms()
  if (terms === null) return [problem(what, 'isn’t answering or refuses our keys')]
  const named = (open: boolean): string =>
    terms
      .filter((one) => one.open === open)
      .map(({ country, network }) => `${country}/${network}`)
      .join(', ')
  const [open, closed] = [named(true), named(false)]
  const shown = new Set(terms.flatMap(({ nameShown }) => nameShown ?? []))
  return [
    open === ''
      ? note(what, 'takes payments from none of our networks')
      : ok(what, `takes payments from ${open}`),
    ...(closed === ''
      ? []
      : [note(what, `takes no payments from ${closed} now, or couldn’t give them back`)]),
    ...[...shown].map((name) =>
      names.some((own) => sameName(own, name))
        ? ok(what, `payers see “${name}”`)
        : problem(what, `payers see “${name}”, not ${names.join(' or ')}: have it corrected`),
    ),
    ...(await checkOperations(what, collector, url)),
  ]
}
