import { sql } from 'kysely'
import { expect } from 'vitest'
import { startJobs } from '../../../../testing/job-runner.ts'
import type { OfficeWorld, TestMember } from '../../../../testing/office-world.ts'
import { storeUser } from '../../../../testing/stored-transfer.ts'
import { verifyChain } from '../../../record/index.ts'

/** Makes a request that needs two people; `id` is the request's, or empty after a refusal. */
export async function ask(member: TestMember, path: string, body: object) {
  const answer = await member.browser.post(path, body)
  const approval = answer.body['approval'] as { id: string } | undefined
  return { ...answer, id: approval?.id ?? '' }
}

export const decide = (member: TestMember, id: string, word: 'approve' | 'reject' | 'withdraw') =>
  member.browser.post(`/office/api/approvals/${id}/${word}`, { note: 'Looked at it' })

export const erasure = (account: string): string => `/office/api/customers/${account}/erasure`

/** Approves like an app: retries while the server is busy. */
async function approveSurely(member: TestMember, id: string) {
  for (;;) {
    const answer = await decide(member, id, 'approve')
    if (answer.status !== 503) return answer
  }
}

interface Members {
  readonly esi: TestMember
  readonly kofi: TestMember
  readonly abena: TestMember
}

/** Races ten approvals of each of `count` requests, and expects one decision by another person and one action for each. */
export async function raceApprovals(
  world: OfficeWorld,
  { esi, kofi, abena }: Members,
  count: number,
): Promise<void> {
  const requests: string[] = []
  for (let n = 0; n < count; n++) {
    const account = await storeUser(world.database.owner)
    const maker = [esi, kofi, kofi][n % 3] ?? esi
    const { id, status, code } = await ask(maker, erasure(account), { reason: 'Asked by letter' })
    expect([status, code]).toEqual([201, undefined])
    requests.push(id)
  }
  const deciders = [kofi, abena, esi, kofi, abena, kofi, abena, kofi, abena, kofi]
  const { approvals, jobs } = world.product.approvals
  const stop = await startJobs(world.database, jobs)
  try {
    const answers = await Promise.all(
      requests.flatMap((id) => deciders.map((decider) => approveSurely(decider, id))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(count)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    // Pair by pair, concurrently with the queue: all at once would exceed the pool's connection timeout.
    for (const id of requests) await Promise.all([approvals.carryOut(id), approvals.carryOut(id)])
    const { rows } = await sql<Record<string, number>>`
      select count(*)::int as approvals, count(*) filter (where state = 'done')::int as done,
        count(*) filter (where checker = maker)::int as "samePerson",
        (select count(*)::int from staff_actions where approval_id = any (${requests}::uuid[])) as actions,
        (select count(*)::int from (select from staff_actions where approval_id = any (${requests}::uuid[])
          group by approval_id having count(*) > 1) as twice) as twice
      from approvals where id = any (${requests}::uuid[])`.execute(world.database.owner)
    expect(rows).toEqual([{ approvals: count, done: count, samePerson: 0, actions: count, twice: 0 }])
  } finally {
    await stop()
  }
  expect((await verifyChain(world.database.db, [])).broken).toBeNull()
}
