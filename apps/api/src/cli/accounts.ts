import type { StaffAction } from '../lib/staff-action.ts'
import { listAccountHolds } from '../domains/risk/index.ts'
import { accountHoldAsSeen, readerOf } from '../domains/transfers/index.ts'
import type { Product } from '../compose/product.ts'
import { argument, staffActionOf, type Command, type Described } from './command.ts'

const SUBJECT = 'account id or phone number'
const ACCOUNT: Described = ['<account>', 'an account id or a phone number']
const PHONE = '+231770123456'

type Actions = Pick<Product, 'accountActions' | 'transferActions'>

interface Signed {
  readonly words: readonly string[]
  readonly does: string
  readonly subject?: Described
}

/** A command that changes one account or number. */
function accountChange(
  { words, does, subject = ACCOUNT }: Signed,
  carryOut: (actions: Actions, subject: string, action: StaffAction) => Promise<string>,
): Command {
  return {
    words,
    args: [subject],
    isSigned: true,
    does,
    example: PHONE,
    async run(tools, given, say) {
      const account = argument(given, SUBJECT)
      const action = staffActionOf(given)
      const outcome = await carryOut(await tools.product(), account, action)
      say(`${account}: ${outcome}`)
      return { code: 0, json: { subject: account, outcome } }
    },
  }
}

/** Staff actions on sign-in. An account is named by its id or its phone number. */
export const accountCommands: readonly Command[] = [
  {
    words: ['account', 'show'],
    args: [ACCOUNT],
    does: 'show an account’s id, lock, holds, sign-in methods and open sessions',
    example: PHONE,
    async run(tools, given, say) {
      const { accountActions } = await tools.product()
      const { id, ...found } = await accountActions.show(argument(given, SUBJECT))
      say(`account ${id}, opened ${found.createdAt.toISOString()}`)
      say(found.lockedAt ? `locked since ${found.lockedAt.toISOString()}` : 'not locked')
      say(`passkeys ${found.passkeys}, password ${found.hasPassword ? 'yes' : 'no'}`)
      say(`other services ${found.hasGoogle ? 'yes' : 'no'}, open sessions ${found.openSessions}`)
      say(`wrong codes for its number ${found.wrongCodes} of 100`)
      const reader = readerOf(given.member)
      const holds = (await listAccountHolds(tools.db, id)).map((hold) => accountHoldAsSeen(hold, reader))
      for (const { cause, reference, openedAt, openedBy, reason, liftedAt, liftedBy, liftReason } of holds) {
        const about = reference === null ? '' : ` for ${reference}`
        const by = openedBy === null ? '' : ` by ${openedBy}`
        say(
          `on hold from ${openedAt.toISOString()}${by}: ${cause}${about}${reason === null ? '' : ` (${reason})`}`,
        )
        if (liftedAt)
          say(
            `  lifted ${liftedAt.toISOString()}${liftedBy === null ? '' : ` by ${liftedBy} (${liftReason ?? ''})`}`,
          )
      }
      return { code: 0, json: { id, ...found, holds } }
    },
  },
  accountChange(
    {
      words: ['account', 'lock'],
      does: 'sign an account out everywhere and refuse sign-ins; its transfers continue',
    },
    async ({ accountActions }, account, action) => {
      await accountActions.lock(account, action)
      return 'locked and signed out everywhere'
    },
  ),
  accountChange(
    { words: ['account', 'unlock'], does: 'allow sign-ins to an account again' },
    async ({ accountActions }, account, action) => {
      await accountActions.unlock(account, action)
      return 'unlocked'
    },
  ),
  accountChange(
    {
      words: ['account', 'hold'],
      does: 'refuse new payments of an account and stop pay-outs that have not left',
    },
    async ({ accountActions, transferActions }, account, action) => {
      await transferActions.holdAccount((await accountActions.show(account)).id, action)
      return 'on hold: it opens no new payments; a pay-out that has left may still arrive'
    },
  ),
  accountChange(
    {
      words: ['account', 'lift-hold'],
      does: 'lift every hold of an account; transfers that only the holds stopped continue',
    },
    async ({ accountActions, transferActions }, account, action) => {
      const { id } = await accountActions.show(account)
      const lifted = await transferActions.liftAccountHolds(id, action)
      return lifted === 1 ? '1 hold lifted' : `${lifted} holds lifted`
    },
  ),
  accountChange(
    { words: ['account', 'sign-out'], does: 'end all sessions of an account' },
    async ({ accountActions }, account, action) =>
      `${await accountActions.signOut(account, action)} sessions ended`,
  ),
  {
    words: ['accounts', 'sign-out-all'],
    isSigned: true,
    does: 'end all sessions of all accounts; every customer must sign in again',
    async run(tools, given, say) {
      const action = staffActionOf(given)
      const { accountActions } = await tools.product()
      const { accounts, sessions } = await accountActions.signOutEveryone(action)
      say(`${sessions} sessions of ${accounts} accounts ended`)
      return { code: 0, json: { sessions, accounts } }
    },
  },
  accountChange(
    {
      words: ['number', 'unlock'],
      does: 'send and accept codes for a number again after 100 wrong ones',
      subject: ['<phone>', `the number, such as ${PHONE}`],
    },
    async ({ accountActions }, number, action) => {
      await accountActions.unlockNumber(number, action)
      return 'codes are sent and accepted again'
    },
  ),
]
