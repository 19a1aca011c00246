import { calls } from '@sesa/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from '../world/person.ts'
import { officeCalls } from '@sesa/contract/office'
import { reason, together, withMembers } from './members.ts'
import { runJob, type Scenario, type Stage } from './stage.ts'

const WITHIN_MS = 20_000

interface Check {
  readonly id: string
  readonly user: string
  readonly state: string
  readonly reason: string | null
}

async function newestCheck({ world }: Stage, person: Person): Promise<Check | undefined> {
  const [row] = await world.database.sql<Check & Record<string, unknown>>(
    `select c.id, c.user_id as user, c.state, c.reason from identity_checks c join phone_identities using (user_id)
      where phone_number = $1 order by c.created_at desc limit 1`,
    [person.phone],
  )
  return row
}

/** Waits for a result, and checks again in case a notification was lost. */
async function untilCheck(stage: Stage, person: Person, isMet: (check: Check) => boolean): Promise<Check> {
  for (const end = performance.now() + WITHIN_MS; performance.now() < end; await sleep(50)) {
    const check = await newestCheck(stage, person)
    if (check !== undefined && isMet(check)) return check
    await stage.time.hurry()
  }
  throw new Error('The identity check got no such result')
}

/** Shows a document with this last name on the provider's page. */
async function showDocument({ world }: Stage, person: Person, last: string, outcome: string): Promise<void> {
  const { url } = await person.ask(calls.startIdentityCheck)
  await world.providers.showDocument(url, { last, dob: person.dob, outcome })
}

/** Identity documents: a customer shows one, the provider decides, staff review, and it expires. */
export const identityDocuments: readonly Scenario[] = [
  {
    name: 'a customer takes the name on a document, which expires later',
    movers: ['worker'],
    async play(stage) {
      const { world } = stage
      const person = await stage.newPerson('US')
      await stage.armed()
      await showDocument(stage, person, 'Weah', 'verified')
      // A second tab asks while the provider works on the document.
      await person.call(calls.startIdentityCheck)
      await untilCheck(stage, person, ({ reason }) => reason === 'name_mismatch')
      // The profile's name changes, whether or not the answer arrives.
      world.log.acknowledged.names.delete(person.phone)
      await person.call(calls.confirmIdentityName)
      const { id } = await untilCheck(stage, person, ({ state }) => state === 'verified')
      await runJob(stage, 'identity_checks_sweep')
      await world.database.sql(
        'update identity_checks set document_expires = current_date - 2 where id = $1',
        [id],
      )
      await runJob(stage, 'identity_checks_expire')
      await person.call(calls.deleteUser)
    },
  },
  {
    name: 'staff refuse an identity check under review, and set the tier of a customer whose check succeeded',
    movers: ['worker'],
    async play(stage) {
      const [refused, verified] = [await stage.newPerson(), await stage.newPerson()]
      await showDocument(stage, verified, 'Kollie', '0810')
      const { user } = await untilCheck(stage, verified, ({ state }) => state === 'verified')
      await withMembers(stage, [['compliance'], ['compliance']], async (people) => {
        const [maker] = people
        await stage.armed()
        await showDocument(stage, refused, 'Kollie', '9999')
        const { id } = await untilCheck(stage, refused, ({ state }) => state === 'needs_review')
        const review = { params: { id }, body: { verdict: 'refuse' as const, reason } }
        await together(stage, people, () => maker.call(officeCalls.requestIdentityReview, review))
        const tier = { params: { id: user }, body: { tier: 3 as const, until: null, reason } }
        await together(stage, people, () => maker.call(officeCalls.requestTier, tier))
      })
    },
  },
]
