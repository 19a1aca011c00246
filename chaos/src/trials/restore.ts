import { officeCalls } from '@sesa/contract/office'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ALWAYS } from '../model/watch.ts'
import type { Member } from '../world/office.ts'
import type { Person } from '../world/person.ts'
import { quiesce } from '../world/quiesce.ts'
import { timeOf } from '../world/time.ts'
import { problems, verify } from '../world/verify.ts'
import type { World } from '../world/world.ts'
import { startLoad } from './load.ts'
import type { Trial } from './trial.ts'

const PEOPLE = 6
const ENDINGS = ['1234', '0005', '0002']
const SIGNED = ['--by', 'Fatu Sesay', '--reason', 'restored after a lost disk']
const APPLY = ['--apply', ...SIGNED, '--approved-by', 'Kofi Mensah']
/** The command is killed after it has recovered this many transfers. */
const KILLED_AFTER = 3

const folder = path.join(tmpdir(), `sesa-chaos-backup-${process.pid}`)

const opening = (people: readonly Person[]): Promise<unknown> =>
  Promise.all(people.map((person, at) => person.open(ENDINGS[at % ENDINGS.length])))
const paying = (people: readonly Person[]): Promise<unknown> =>
  Promise.all(people.map((person) => person.pay()))

/** Keeps transfers moving for `looks` rounds, skipping their waits. */
async function keepSending(world: World, looks: number): Promise<void> {
  for (let look = 0; look < looks; look++) {
    await timeOf(world.database).hurry()
    await sleep(150)
  }
}

interface Tail {
  readonly payments: readonly string[]
  readonly charged: readonly string[]
  readonly payouts: readonly string[]
}

/** Returns payments and pay-outs that are in the providers' books but not in the database. */
async function lostTail(world: World): Promise<Tail> {
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

/** Runs the runbook's commands, as staff type them; each command that ends differently from the runbook is a problem. */
function runbook(world: World) {
  const wrong: string[] = []
  const run = async (
    args: readonly string[],
    end: string,
    more: Record<string, string> = {},
  ): Promise<string> => {
    world.staff.spawn(more, args)
    await world.staff.ended()
    const said = world.staff.lastWords
    if (world.staff.end !== end)
      wrong.push(
        `F31 broken: ${args.slice(0, 2).join(' ')} ended with ${world.staff.end}, not ${end}: ${said}`,
      )
    return said
  }
  return { run, wrong }
}

/** Kills `sesa adopt --apply` while it works. */
async function adoptAndDie(world: World): Promise<void> {
  let made = 0
  world.listen = (process, point) => {
    if (process !== 'staff' || point !== 'transfers.adopt:after') return
    if (++made === KILLED_AFTER) world.staff.signal('SIGKILL')
  }
  world.staff.spawn({}, ['adopt', '--wait-minutes', '0', ...APPLY])
  await world.staff.ended()
  world.listen = undefined
}

/** Ends the holds that resulted from the restore, by their runbook pages. Returns the number of each. */
async function endHolds(world: World): Promise<Map<string, number>> {
  const held = await world.database.sql<{ reference: string; reason: string }>(
    "select reference, hold_reason as reason from transfers where hold_reason in ('refunded_elsewhere', 'after_restore')",
  )
  const { others } = await world.members.staff([['finance'], ['finance']])
  const [maker, checker] = others as [Member, Member]
  for (const { reference, reason } of held) {
    const about = { params: { reference }, body: { reason: 'restored after a lost disk' } }
    if (reason === 'after_restore') await maker.ask(officeCalls.releaseHold, about)
    else {
      const { approval } = await maker.ask(officeCalls.requestRefund, about)
      await checker.ask(officeCalls.approve, { params: { id: approval.id }, body: { note: 'compared' } })
    }
  }
  await quiesce(world)
  const byReason = Map.groupBy(held, ({ reason }) => reason)
  return new Map([...byReason].map(([reason, rows]) => [reason, rows.length]))
}

/** The database is lost; only an older backup and the providers' books are left. Follows docs/runbooks/restore.md. */
export const restore: readonly Trial[] = [
  {
    name: 'restore',
    what: 'a backup taken under load replaces the database, and what was sent since is made again from the providers (F31)',
    async run(world) {
      const { run, wrong } = runbook(world)
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
      const backup = path.join(folder, 'backup')
      const taken = await run(['backup', '--to', backup], 'exit code 0')
      await during
      const written = load.acknowledged
      await load.stop()
      // The tail: transfers in progress continue, new transfers end, and a new customer is charged without a pay-out.
      await paying(halfway)
      await opening(ended)
      await paying(ended)
      await keepSending(world, 25)
      const late = await world.person()
      await late.open()
      await world.worker.stop('SIGKILL')
      await late.pay()
      await world.server.stop('SIGKILL')
      await world.database.crash('immediate')

      // 1. Restore the backup.
      await run(['backup', 'verify', backup], 'exit code 0')
      await run(['restore', '--from', backup], 'exit code 1', { DATABASE_URL: '' })
      await run(['restore', '--from', backup, '--move-aside'], 'exit code 0', { DATABASE_URL: '' })
      await world.database.start()
      const atOnce = (await world.invariants()).filter(({ id, examined }) => ALWAYS.test(id) && examined > 0)
      const lost = await lostTail(world)
      // 2. Start the product.
      await world.revive()
      // 3. Recover the transfers sent since, with the carriers' statement.
      const statement = path.join(folder, 'statement.json')
      await writeFile(statement, JSON.stringify((await world.providers.books()).payouts))
      const looking = ['adopt', '--wait-minutes', '0', '--statement', statement]
      const first = await run(looking, 'exit code 1')
      if (!first.includes(`sign up with the same number: ${late.phone}`)) wrong.push(`F31 broken: ${first}`)
      await late.signIn()
      await late.fillProfile()
      await adoptAndDie(world)
      const half = await lostTail(world)
      await run([...looking, ...APPLY], 'exit code 0')
      await quiesce(world)
      // 4. End the holds. 5. Prove it.
      const held = await endHolds(world)
      const looked = await run(looking, 'exit code 0')
      await run(['reconcile', '--settle-minutes', '0'], 'exit code 0')
      await run(['invariants'], 'exit code 0')

      const left = await lostTail(world)
      const findings = (await verify(world)).filter(({ examined }) => examined > 0)
      const [kept] = await world.database.sql<{ transfers: number; adopted: number; twice: number }>(
        `select (select count(*) from transfers) as transfers,
          (select count(*) from staff_actions where action = 'adopt') as adopted,
          (select count(*) from transfers t where t.state = 'sent' and exists (select from ledger_entries e
            where e.transfer_id = t.id and e.kind = 'refund')) as twice`,
      )
      const rows = [...atOnce, ...findings].reduce((sum, one) => sum + one.examined, 0)
      const found = [
        ...wrong,
        ...problems(atOnce),
        ...problems(findings),
        ...(lost.charged.length === 0 ? ['F31 checked nothing: nothing was lost'] : []),
        ...(half.payments.length === lost.payments.length - KILLED_AFTER
          ? []
          : [
              `F31 checked nothing: the killed command made ${lost.payments.length - half.payments.length} again`,
            ]),
        ...left.payments.map((id) => `F31 broken: ${id} is still lost`),
        ...(kept?.twice === 0 ? [] : [`F31 broken: ${kept?.twice ?? '?'} were sent and refunded`]),
        ...(looked.includes(', 0 unexplained') ? [] : [`F31 broken: ${looked}`]),
      ]
      const count = (reason: string): number => held.get(reason) ?? 0
      return {
        figures: [
          `F31 ${
            taken
              .trim()
              .split('\n')[0]
              ?.replace(/^.*?: /, '') ?? ''
          }, while ${written} writes were acknowledged`,
          `${lost.payments.length} lost payments (${lost.charged.length} charged, ${lost.payouts.length} pay-outs): ${kept?.adopted ?? 0} made again in two runs of the command, the first killed after ${KILLED_AFTER}; ${left.payments.length} still lost, ${kept?.twice ?? '?'} paid out and refunded`,
          `${kept?.transfers ?? 0} transfers in all; ${count('after_restore')} held after the restore and paid out by staff, ${count('refunded_elsewhere')} refunds booked by staff; ${findings.length + atOnce.length} rules checked ${rows} rows`,
        ],
        problems: found,
      }
    },
    async clear() {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  },
]
