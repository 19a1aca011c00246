import type { ShownCheck } from '../domains/compliance/index.ts'
import {
  approvedActionOf,
  APPROVED_BY,
  argument,
  CliError,
  table,
  type Command,
  type Given,
} from './command.ts'

const ACCOUNT = ['<account>', 'the account’s id'] as const
const EXAMPLE = '0197a1c2-7d9a-7000-8000-000000000001'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function idOf(text: string, what: string): string {
  if (UUID.test(text)) return text
  throw new CliError(`${text} is not the id of ${what}.`)
}

const rowOf = (check: ShownCheck): string[] => [
  check.id,
  check.state,
  check.reason ?? '',
  check.provider,
  check.providerCode ?? '',
  check.reference ?? '',
  check.updatedAt.toISOString(),
]
const HEADS = ['check', 'state', 'reason', 'provider', 'code', 'reference', 'since']

/** Returns what staff decide about a check. @throws CliError. */
export function verdictOf({ options }: Given): 'verify' | 'refuse' {
  const [isVerified, isRefused] = [options['verify'] !== undefined, options['refuse'] !== undefined]
  if (isVerified === isRefused) throw new CliError('Decide: either --verify or --refuse.')
  return isVerified ? 'verify' : 'refuse'
}

/** Returns the check that a command is about. @throws CliError. */
export const checkOf = (given: Given): string => idOf(argument(given, 'check'), 'a check')

function dayOf({ options }: Given): string | null {
  const until = options['until']
  if (until === undefined) return null
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until) || Number.isNaN(Date.parse(until)))
    throw new CliError('--until takes a day such as 2031-12-31.')
  return until
}

/** Returns the account, its new tier and the tier's last day. @throws CliError. */
export function tierOf(given: Given) {
  const [account = '', wanted = '', ...more] = given.rest
  const userId = idOf(account, 'an account')
  const tier = ([1, 2, 3] as const).find((one) => String(one) === wanted)
  if (tier === undefined || more.length > 0) throw new CliError('Give an account and a tier: 1, 2 or 3.')
  return { userId, tier, until: dayOf(given) }
}

/** Staff's side of identity checks and tiers. */
export const identityCommands: readonly Command[] = [
  {
    words: ['identity', 'list'],
    does: 'list the identity checks that wait for staff; exits with 1 while one does',
    async run(tools, _given, say) {
      const waiting = await (await tools.product()).identityStaff.waiting()
      if (waiting.length > 0) table([HEADS, ...waiting.map(rowOf)]).forEach(say)
      say(`${waiting.length} checks wait`)
      return { code: waiting.length > 0 ? 1 : 0, json: { waiting } }
    },
  },
  {
    words: ['identity', 'show'],
    args: [ACCOUNT],
    does: 'show a customer’s tier and identity checks, with what the documents say',
    example: EXAMPLE,
    async run(tools, given, say) {
      const userId = idOf(argument(given, 'account'), 'an account')
      const { tier, checks } = await (await tools.product()).identityStaff.show(userId)
      say(`tier ${tier}`)
      if (checks.length > 0) table([HEADS, ...checks.map(rowOf)]).forEach(say)
      for (const { id, name, dob, expires } of checks)
        if (name !== null) say(`${id}: ${name}, born ${dob ?? '?'}, document until ${expires ?? '?'}`)
      return { code: 0, json: { tier, checks } }
    },
  },
  {
    words: ['identity', 'review'],
    args: [['<check>', 'the check’s id, as identity list shows it']],
    options: [
      ['--verify', 'the document is this customer’s'],
      ['--refuse', 'it is not, and the customer cannot try again'],
      APPROVED_BY,
    ],
    isSigned: true,
    does: 'decide an identity check under review; two people, after comparing the images at the provider',
    example: `${EXAMPLE} --verify --approved-by 'Kofi Mensah'`,
    async run(tools, given, say) {
      const id = checkOf(given)
      const [verdict, action] = [verdictOf(given), approvedActionOf(given)]
      await (await tools.product()).identityStaff.review(id, verdict, action)
      say(`${id}: ${verdict === 'verify' ? 'verified' : 'refused'}`)
      return { code: 0, json: { id, verdict } }
    },
  },
  {
    words: ['identity', 'tier'],
    args: [ACCOUNT, ['<tier>', '1, 2 or 3']],
    options: [['--until <day>', 'the last day of the tier (default: no end)'], APPROVED_BY],
    isSigned: true,
    does: 'set a customer’s tier, such as the third after proof of address and source of funds; two people',
    example: `${EXAMPLE} 3 --until 2027-11-30 --approved-by 'Kofi Mensah'`,
    async run(tools, given, say) {
      const { userId, tier, until } = tierOf(given)
      await (await tools.product()).identityStaff.setTier(userId, { tier, until }, approvedActionOf(given))
      say(`${userId}: tier ${tier}${until === null ? '' : ` until ${until}`}`)
      return { code: 0, json: { userId, tier, until } }
    },
  },
]
