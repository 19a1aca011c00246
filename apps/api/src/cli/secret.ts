import type { SealedCount } from '../lib/secrets.ts'
import { inTransaction, type Db } from '../db/index.ts'
import { reencryptSigningKeys, reencryptDocuments } from '../domains/customers/index.ts'
import { reencryptMessages } from '../domains/record/index.ts'
import { reencryptReportFiles } from '../domains/compliance/index.ts'
import { CliError, staffActionOf, table, type Command, type Tools } from './command.ts'
import { readConfig } from '../config/config.ts'

/** Counts everything encrypted under the secret, by kind. `owner` is the schema's owner, which sees all of it. */
async function sealedValues(owner: Db, env: Tools['env'], renew: boolean): Promise<[string, SealedCount][]> {
  const secrets = readConfig(env)
  const [open, closed] = await reencryptDocuments(owner, secrets, renew)
  return [
    ['signing keys', await reencryptSigningKeys(owner, secrets, renew)],
    ['waiting messages', await reencryptMessages(owner, secrets, renew)],
    ['senders’ documents', open],
    ['documents of closed accounts', closed],
    ['files of reports', await reencryptReportFiles(owner, secrets, renew)],
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

/** Counts the values that only the earlier secret opens. */
const ofEarlier = (counts: readonly [string, SealedCount][]): number =>
  counts.reduce((sum, [, { before }]) => sum + before, 0)

/** Returns what to do about values that no given secret opens; undefined when there is nothing to do. */
function explainMissingSecret(
  counts: readonly [string, SealedCount][],
  env: Tools['env'],
): string | undefined {
  const unknown = counts.reduce((sum, [, count]) => sum + count.unknown, 0)
  return unknown === 0 || readConfig(env).secretBefore !== undefined
    ? undefined
    : `${unknown} aren’t encrypted under SESA_SECRET. Set SESA_SECRET_BEFORE to the earlier secret and run this again; without it they’re lost.`
}

/** Changes the secret: docs/runbooks/secret.md. */
export const secretCommands: readonly Command[] = [
  {
    words: ['secret', 'show'],
    does: 'count values encrypted under SESA_SECRET and SESA_SECRET_BEFORE; exits with 1 while the latter is needed',
    async run({ owner, env }, _given, say) {
      const counts = await sealedValues(owner, env, false)
      rowsOf(counts).forEach(say)
      const wanted = explainMissingSecret(counts, env)
      if (wanted !== undefined) say(wanted)
      const isDone = wanted === undefined && ofEarlier(counts) === 0
      return { code: isDone ? 0 : 1, json: { counts: Object.fromEntries(counts), isDone } }
    },
  },
  {
    words: ['secret', 'renew'],
    isSigned: true,
    permission: () => 'system.manage',
    does: 're-encrypt values under SESA_SECRET_BEFORE with SESA_SECRET',
    async run({ owner, env }, given, say) {
      const { staff, reason } = staffActionOf(given)
      const renewed = await inTransaction(owner, 'operations.renew_secret', async (tx) => {
        const action = 'renew_secret'
        await tx.insertInto('staff_actions').values({ action, staff, reason }).execute()
        const counts = await sealedValues(tx, env, true)
        const wanted = explainMissingSecret(counts, env)
        if (wanted !== undefined) throw new CliError(wanted)
        return counts
      })
      say(`${ofEarlier(renewed)} re-encrypted`)
      const counts = await sealedValues(owner, env, false)
      rowsOf(counts).forEach(say)
      return { code: 0, json: { renewed: ofEarlier(renewed), counts: Object.fromEntries(counts) } }
    },
  },
]
