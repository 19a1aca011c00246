import type { SealedCount } from '../lib/secrets.ts'
import { inTransaction, type Db } from '../db/index.ts'
import { reencryptSigningKeys } from '../modules/identity/index.ts'
import { reencryptMessages } from '../modules/messages/index.ts'
import { reencryptDocuments } from '../modules/sender-details/index.ts'
import { staffActionOf, table, type Command } from './command.ts'
import { CliError } from './error.ts'
import type { Tools } from './connect.ts'
import { readConfig } from '../config/config.ts'

/** Everything that is kept under the secret, by what it is. `owner` is the schema's owner, who sees all of it. */
async function sealedValues(owner: Db, env: Tools['env'], renew: boolean): Promise<[string, SealedCount][]> {
  const secrets = readConfig(env)
  const [open, closed] = await reencryptDocuments(owner, secrets, renew)
  return [
    ['signing keys', await reencryptSigningKeys(owner, secrets, renew)],
    ['waiting messages', await reencryptMessages(owner, secrets, renew)],
    ['senders’ documents', open],
    ['documents of closed accounts', closed],
  ]
}

const rowsOf = (counts: readonly [string, SealedCount][]): string[] =>
  table([
    ['what', 'under SESA_SECRET', 'under SESA_SECRET_BEFORE', 'under neither'],
    ...counts.map(([what, { current, before, unknown }]) => [
      what,
      ...[current, before, unknown].map(String),
    ]),
  ])

/** @returns the values that only the earlier secret opens. */
const ofEarlier = (counts: readonly [string, SealedCount][]): number =>
  counts.reduce((sum, [, { before }]) => sum + before, 0)

/** What to do about values that nothing opens while no earlier secret was given; undefined when there is nothing to do. */
function wantsEarlier(counts: readonly [string, SealedCount][], env: Tools['env']): string | undefined {
  const unknown = counts.reduce((sum, [, count]) => sum + count.unknown, 0)
  return unknown === 0 || readConfig(env).secretBefore !== undefined
    ? undefined
    : `${unknown} are not under SESA_SECRET. Set SESA_SECRET_BEFORE to the earlier secret and say this again; without that secret they are lost.`
}

/** The change of the secret: docs/runbooks/secret.md. */
export const secretCommands: readonly Command[] = [
  {
    words: ['secret', 'show'],
    usage: 'secret show',
    does: 'how much is encrypted under SESA_SECRET and under SESA_SECRET_BEFORE; exits with 1 when the latter is still needed',
    async run({ owner, env }, _given, say) {
      const counts = await sealedValues(owner, env, false)
      rowsOf(counts).forEach(say)
      const wanted = wantsEarlier(counts, env)
      if (wanted !== undefined) say(wanted)
      return wanted !== undefined || ofEarlier(counts) > 0 ? 1 : 0
    },
  },
  {
    words: ['secret', 'renew'],
    usage: 'secret renew --by NAME --reason TEXT',
    does: 'encrypt under SESA_SECRET what SESA_SECRET_BEFORE still holds',
    async run({ owner, env }, given, say) {
      const { staff: operator, reason } = staffActionOf(given)
      if (given.rest.length > 0) throw new CliError('secret renew takes no more words.')
      const renewed = await inTransaction(owner, 'operations.renew_secret', async (tx) => {
        const action = 'renew_secret'
        await tx.insertInto('operator_actions').values({ action, operator, reason }).execute()
        const counts = await sealedValues(tx, env, true)
        const wanted = wantsEarlier(counts, env)
        if (wanted !== undefined) throw new CliError(wanted)
        return counts
      })
      say(`${ofEarlier(renewed)} encrypted again`)
      rowsOf(await sealedValues(owner, env, false)).forEach(say)
      return 0
    },
  },
]
