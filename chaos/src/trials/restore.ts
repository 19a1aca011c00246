import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALWAYS } from '../model/watch.ts'
import type { Person } from '../world/person.ts'
import { quiesce } from '../world/quiesce.ts'
import { timeOf } from '../world/time.ts'
import { problems, verify } from '../world/verify.ts'
import type { World } from '../world/world.ts'
import { startLoad } from './load.ts'
import type { Trial } from './trial.ts'

const PEOPLE = 6
const ENDINGS = ['1234', '0005', '0002']

/** The folder of the copy, which becomes PostgreSQL's data directory. */
const folder = path.join(tmpdir(), `sesa-chaos-backup-${process.pid}`)

const opening = (people: readonly Person[]): Promise<unknown> =>
  Promise.all(people.map((person, at) => person.open(ENDINGS[at % ENDINGS.length])))
const paying = (people: readonly Person[]): Promise<unknown> =>
  Promise.all(people.map((person) => person.pay()))

/** Lets transfers move for `looks` rounds, skipping their waits. */
async function keepSending(world: World, looks: number): Promise<void> {
  for (let look = 0; look < looks; look++) {
    await timeOf(world.database).hurry()
    await sleep(150)
  }
}

/** Returns payments and pay-outs that the providers know and the restored database does not. */
async function lostTail(world: World): Promise<{ payments: string[]; charged: string[]; payouts: string[] }> {
  const { payments, payouts } = await world.providers.books()
  const known = await world.database.sql<{ payment_intent_id: string | null; payout_reference: string }>(
    'select payment_intent_id, payout_reference from transfers',
  )
  const ids = new Set(known.map((row) => row.payment_intent_id))
  const references = new Set(known.map((row) => row.payout_reference))
  const lost = payments.filter(({ id }) => !ids.has(id))
  return {
    payments: lost.map(({ id }) => id),
    charged: lost.filter(({ captured }) => captured > 0).map(({ id }) => id),
    payouts: payouts.filter(({ reference }) => !references.has(reference)).map(({ reference }) => reference),
  }
}

/** Books refunds that were made after the copy, with the staff command. Returns how many. */
async function bookGivenBack(world: World): Promise<number> {
  const held = await world.database.sql<{ reference: string }>(
    "select reference from transfers where hold_reason = 'refunded_elsewhere'",
  )
  for (const { reference } of held) {
    const signed = ['--by', 'Fatu Sesay', '--reason', 'given back after the copy was made']
    world.staff.spawn({}, ['holds', 'refund', reference, ...signed])
    await world.staff.ended()
  }
  await quiesce(world)
  return held.length
}

/** Returns what is broken. The two books may differ only by the payments and pay-outs that were lost. */
async function brokenBesides(
  world: World,
  lost: { charged: string[]; payouts: string[] },
): Promise<string[]> {
  const findings = (await verify(world)).filter(({ examined }) => examined > 0)
  // Not I8: the clients' own records include what was lost.
  const own = findings.filter(({ id }) => id !== 'I5' && id !== 'I8')
  const differing = findings
    .filter(({ id }) => id === 'I5')
    .reduce((sum, one) => sum + one.offending.length, 0)
  const explained = lost.charged.length + lost.payouts.length
  return [
    ...problems(own),
    ...(differing === explained ? [] : [`I5 broken: ${differing} differences, ${explained} of them lost`]),
  ]
}

/** The database is gone; only an older copy is left. */
export const restore: readonly Trial[] = [
  {
    name: 'restore',
    what: 'a base backup taken under load replaces the database; everything after it is lost (F31)',
    world: { postgres: { wal_keep_size: '1GB' } },
    async run(world) {
      const [ended, halfway, lostSoon, writers] = await Promise.all(
        Array.from({ length: 4 }, () => Promise.all(Array.from({ length: PEOPLE }, () => world.person()))),
      )
      if (!ended || !halfway || !lostSoon || !writers) throw new Error('nobody')
      await opening(ended)
      await paying(ended)
      await keepSending(world, 15)
      await opening(halfway)
      const load = startLoad(writers)
      const during = opening(lostSoon).then(() => paying(lostSoon))
      const { files } = await world.database.backup(folder)
      await during
      const written = load.acknowledged
      await load.stop()
      // The tail: halfway transfers continue, and new transfers end.
      await paying(halfway)
      await opening(ended)
      await paying(ended)
      await keepSending(world, 25)
      await Promise.all([world.server.stop('SIGKILL'), world.worker.stop('SIGKILL')])
      await world.database.crash('immediate')

      await world.database.restore(folder)
      const atOnce = (await world.invariants()).filter(({ id, examined }) => ALWAYS.test(id) && examined > 0)
      const lost = await lostTail(world)
      await world.revive()
      await quiesce(world)
      const ordered = await bookGivenBack(world)
      world.staff.spawn({}, ['reconcile', '--settle-minutes', '0'])
      await world.staff.ended()
      const breaks = await world.database.sql<{ kind: string; subject: string }>(
        "select kind, split_part(subject, ' ', 1) as subject from reconciliation_breaks where state = 'open'",
      )
      const subjects = (kind: string) =>
        new Set(breaks.filter((one) => one.kind === kind).map(({ subject }) => subject))
      const missed = [
        ...lost.payments.filter((id) => !subjects('card_payment_unknown').has(id)),
        ...lost.charged.filter((id) => !subjects('card_charge_missing_here').has(id)),
      ]
      const strange = breaks.filter(
        // The lost charges also leave the balances unequal.
        ({ kind, subject }) => kind !== 'balance_differs' && !lost.payments.includes(subject),
      )
      const found = [
        ...problems(atOnce),
        ...(await brokenBesides(world, lost)),
        ...(lost.charged.length === 0 ? ['F31 checked nothing: nothing was lost'] : []),
        ...missed.map((id) => `F31 broken: ${id} was lost, but is not a break`),
        ...strange.map(
          ({ kind, subject }) => `F31 broken: ${subject} was not lost, but is a break (${kind})`,
        ),
        ...(world.staff.end === 'exit code 1' ? [] : [`F31 broken: reconcile ended with ${world.staff.end}`]),
      ]
      const rows = atOnce.reduce((sum, one) => sum + one.examined, 0)
      const [kept] = await world.database.sql<{ count: number }>('select count(*) as count from transfers')
      return {
        figures: [
          `F31 ${files} files copied while ${written} writes were acknowledged; after the restore, ${atOnce.length} rules were checked on ${rows} rows`,
          `${lost.payments.length - missed.length} of ${lost.payments.length} lost payments (${lost.charged.length} charged) found again as breaks, ${breaks.length} breaks in all`,
          `${kept?.count ?? 0} transfers of the backup ended as the providers reported, ${ordered} of them by a staff refund, since the money had already been refunded`,
        ],
        problems: found,
      }
    },
    async clear() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  },
]
