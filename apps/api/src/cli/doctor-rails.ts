import type { Rail } from '../domains/payouts/index.ts'
import { note, ok, problem, type Finding } from './finding.ts'

/** Asks a rail for its networks, and for the carriers that it has under a code unknown to us. */
export async function checkRail(
  name: string,
  { terms, unknownCarriers }: Pick<Rail, 'terms' | 'unknownCarriers'>,
): Promise<Finding[]> {
  const [networks, unknown] = await Promise.all([terms(), unknownCarriers?.() ?? []])
  if (networks === null || unknown === null) return [problem(name, 'isn’t answering or refuses our keys')]
  const open = networks.filter((one) => one.open).map(({ country, network }) => `${country}/${network}`)
  return [
    open.length > 0
      ? ok(name, `pays out to ${open.join(', ')}`)
      : problem(name, 'answers, but pays out to none of our networks'),
    ...unknown.map(({ country, code }) =>
      problem(name, `${country} has ${code}, which Sesa doesn’t support, so customers can’t send to it`),
    ),
  ]
}

const DASHBOARD = 'in pawaPay’s dashboard'

/** Compares the addresses that an account calls with ours. */
export function checkAddresses(name: string, addresses: readonly (string | null)[], url: string): Finding[] {
  return addresses.map((address) => {
    if (address === url) return ok(name, `calls back to ${url}`)
    return address === null
      ? problem(name, `has no callback URL: set ${url} ${DASHBOARD}`)
      : problem(name, `calls back to ${address}, not to ${url}: correct it ${DASHBOARD}`)
  })
}

function checkSigning(name: string, signed: boolean, hasKey: boolean): Finding[] {
  if (signed && !hasKey) {
    const words = 'signs its callbacks, but Sesa can’t verify them without PAWAPAY_CALLBACK_KEY'
    return [problem(name, `${words}: set it to pawaPay’s public key (GET /v2/public-key/http)`)]
  }
  if (!signed && hasKey) {
    const words =
      'doesn’t sign its callbacks, and Sesa refuses unsigned ones while PAWAPAY_CALLBACK_KEY is set'
    return [problem(name, `${words}: turn on signed callbacks ${DASHBOARD} or remove the key`)]
  }
  if (signed) return []
  return [
    note(name, `callbacks aren’t signed: turn on signed callbacks ${DASHBOARD} and set PAWAPAY_CALLBACK_KEY`),
  ]
}

/**
 * Checks that a rail calls our address back, and that it signs if and only if we verify. Silent for a rail that does not
 * answer, which `checkRail` reports, and for one that is given its address with each request.
 */
export async function checkCallbacks(
  name: string,
  { callbackSetup }: Pick<Rail, 'callbackSetup'>,
  { url, hasKey }: { readonly url: string; readonly hasKey: boolean },
): Promise<Finding[]> {
  const setup = (await callbackSetup?.()) ?? null
  if (setup === null) return []
  return [...checkAddresses(name, setup.addresses, url), ...checkSigning(name, setup.signed, hasKey)]
}
