import type { StaffAction } from '../lib/staff-action.ts'
import type { AccountActions } from '../modules/identity/index.ts'
import { argument, staffActionOf, type Command } from './command.ts'
import { CliError } from './error.ts'

const WHO = 'account id or phone number'

/** A command that orders something about one account or number. */
function ordering(
  words: readonly string[],
  does: string,
  carryOut: (operations: AccountActions, who: string, order: StaffAction) => Promise<string>,
  subject = 'ACCOUNT',
): Command {
  return {
    words,
    usage: `${words.join(' ')} ${subject} --by NAME --reason TEXT`,
    does,
    async run(tools, given, say) {
      const who = argument(given, WHO)
      const order = staffActionOf(given)
      const { accountActions } = await tools.product()
      say(`${who}: ${await carryOut(accountActions, who, order)}`)
      return 0
    },
  }
}

/** Orders about the ways into accounts. An account is named by its id or by its phone number. */
export const accountCommands: readonly Command[] = [
  {
    words: ['account', 'show'],
    usage: 'account show ACCOUNT',
    does: 'its id, whether it is locked, its ways in and open sessions; ACCOUNT is an id or a phone number',
    async run(tools, given, say) {
      const { accountActions } = await tools.product()
      const { id, ...found } = await accountActions.show(argument(given, WHO))
      say(`account ${id}, opened ${found.createdAt.toISOString()}`)
      say(found.lockedAt ? `locked since ${found.lockedAt.toISOString()}` : 'not locked')
      say(`passkeys ${found.passkeys}, password ${found.hasPassword ? 'yes' : 'no'}`)
      say(`other services ${found.hasGoogle ? 'yes' : 'no'}, open sessions ${found.openSessions}`)
      say(`wrong codes of its number ${found.wrongCodes} of 100`)
      return 0
    },
  },
  ordering(
    ['account', 'lock'],
    'sign it out everywhere and let nobody in; its transfers go on',
    async (operations, who, order) => {
      await operations.lock(who, order)
      return 'locked and signed out everywhere'
    },
  ),
  ordering(['account', 'unlock'], 'let its owner sign in again', async (operations, who, order) => {
    await operations.unlock(who, order)
    return 'unlocked'
  }),
  ordering(['account', 'sign-out'], 'end all its sessions', async (operations, who, order) => {
    return `${await operations.signOut(who, order)} sessions ended`
  }),
  {
    words: ['accounts', 'sign-out-all'],
    usage: 'accounts sign-out-all --by NAME --reason TEXT',
    does: 'end all sessions of all accounts; everybody signs in again',
    async run(tools, given, say) {
      if (given.rest.length > 0)
        throw new CliError('This takes no account: it ends the sessions of all. For one: account sign-out.')
      const order = staffActionOf(given)
      const { accountActions } = await tools.product()
      const { accounts, sessions } = await accountActions.signOutEveryone(order)
      say(`${sessions} sessions of ${accounts} accounts ended`)
      return 0
    },
  },
  ordering(
    ['number', 'unlock'],
    'allow codes to a number again after its hundred wrong ones',
    async (operations, who, order) => {
      await operations.unlockNumber(who, order)
      return 'codes are sent and taken again'
    },
    'PHONE',
  ),
]
