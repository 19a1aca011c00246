import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { plant, plantUser } from '../../../testing/plant.ts'
import { SHIPPED_PROFILES } from './profiles.ts'
import { insertPolicy } from '../../../testing/policies.ts'

const REASON = { reason: 'Case K-000001' }

let world: OfficeWorld
let [ama, kofi] = [] as unknown as [TestMember, TestMember]
let reference: string
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Compliance', 'compliance')
  kofi = await world.member('Kofi Compliance', 'compliance')
  const { owner } = world.database
  for (const hours of [3, 2, 1])
    reference = await plant(owner, { user: await plantUser(owner), hours, fee: 299 })
  await sql`insert into transfer_senders (transfer_id, user_id, name)
    select id, user_id, 'Fatu Kollie' from transfers where reference = ${reference}`.execute(owner)
})
afterAll(() => world.close())

async function draft(over: object = {}) {
  const content = {
    ...{ country: 'LR', knownAt: '2026-11-01T10:00:00Z', transfers: [reference], senders: {} },
    ...{ narrative: 'Why we suspect it.', action: 'What we did.', indicators: ['structuring'] },
  }
  const { body } = await ama.browser.post('/office/api/filings', {
    draft: { ...content, ...over },
    ...REASON,
  })
  return body as { filing: { number: string; dueAt: string; problems: string[] }; isVoluntary: boolean }
}

const one = (number: string): string => `/office/api/filings/${number}`

/** Reads a draft as its approver does, and approves that version. */
async function approve(number: string) {
  const { version } = (await kofi.browser.get(one(number))).body
  return kofi.browser.post(`${one(number)}/approve`, { version, ...REASON })
}

describe('a filing', () => {
  it('is due when the country’s law says, and names the missing facts of its document', async () => {
    const { filing } = await draft()
    expect(filing).toMatchObject({
      dueAt: '2026-11-02T10:00:00.000Z',
      problems: [
        'entity.name is missing. Set it in the country’s profile.',
        'entity.compliance_officer is missing. Set it in the country’s profile.',
      ],
    })
    const refused = await kofi.browser.post(`${one(filing.number)}/approve`, {
      ...{ version: '0'.repeat(64), ...REASON },
    })
    expect(refused.body).toMatchObject({
      error: {
        message: expect.stringMatching(/can’t be approved. entity.name is missing. Set it/) as string,
      },
    })
  })

  it('is due after 30 days in the United States, and voluntary below USD 2,000', async () => {
    expect(await draft({ country: 'US' })).toMatchObject({
      filing: { dueAt: '2026-12-01T10:00:00.000Z' },
      isVoluntary: true,
    })
  })

  describe('of a country whose profile is complete', () => {
    beforeAll(async () => {
      const entity = { name: 'Sesa Sample Ltd', compliance_officer: 'Ama Boateng' }
      const body = { profile: { ...SHIPPED_PROFILES.LR, entity }, validFrom: '2026-01-01' }
      await insertPolicy(world.database.owner, 'report_profile', 'LR', body)
    })

    it('is approved, exported and acknowledged, each once and under its author’s name', async () => {
      const { number } = (await draft()).filing
      expect((await approve(number)).status).toBe(200)
      for (let times = 0; times < 2; times++)
        expect((await ama.browser.post(`${one(number)}/export`, REASON)).status).toBe(200)
      const acknowledged = { authorityId: 'FIA-77', ...REASON }
      expect((await ama.browser.post(`${one(number)}/acknowledge`, acknowledged)).status).toBe(200)
      expect((await ama.browser.post(`${one(number)}/withdraw`, REASON)).code).toBe('action_refused')
      const rows = await world.database.owner
        .selectFrom('staff_actions')
        .select(['action', 'staff', 'proposed_by'])
        .where('subject', '=', number)
        .orderBy('id')
        .execute()
      expect(rows.map(({ action }) => action)).toEqual([
        'draft_filing',
        'approve_filing',
        'export_filing',
        'export_filing',
        'acknowledge_filing',
      ])
      expect(rows[1]).toMatchObject({ staff: 'Kofi Compliance', proposed_by: 'Ama Compliance' })
    })

    it('approved before files were stored is recreated, and refused when the records have changed', async () => {
      const { number } = (await draft()).filing
      expect((await approve(number)).status).toBe(200)
      const { owner } = world.database
      await sql`alter table filing_files disable trigger filing_files_never_change`.execute(owner)
      await sql`delete from filing_files where filing_id = (select id from filings where number = ${number})`.execute(
        owner,
      )
      await sql`alter table filing_files enable trigger filing_files_never_change`.execute(owner)
      const download = () => ama.browser.post(`${one(number)}/export`, REASON)
      expect((await download()).status).toBe(200)
      const state = (to: 'refunding' | 'sent') =>
        owner.updateTable('transfers').set({ state: to }).where('reference', '=', reference).execute()
      await state('refunding')
      expect((await download()).body).toMatchObject({
        error: { message: expect.stringContaining('approved before files were stored') as string },
      })
      expect((await ama.browser.get(one(number))).body).toMatchObject({
        problems: [expect.stringContaining('approved before files were stored')],
      })
      await state('sent')
    })

    it('never changes its content or returns to an earlier state', async () => {
      const { owner } = world.database
      const row = await owner
        .selectFrom('filings')
        .select('id')
        .where('state', '=', 'acknowledged')
        .executeTakeFirstOrThrow()
      const back = owner.updateTable('filings').set({ state: 'draft' }).where('id', '=', row.id).execute()
      await expect(back).rejects.toThrow(/does not go from acknowledged to draft/)
      await expect(owner.deleteFrom('filings').execute()).rejects.toThrow(/does not go/)
    })
  })
})

it.each([
  ['GH', 'inward', 'GHS', 660_000n],
  ['US', 'outward', 'USD', 60_000n],
])(
  'the figures of %s count what is %s by day, corridor and network, without our fee',
  async (country, what, currency, sum) => {
    const today = new Date().toISOString().slice(0, 10)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const { body } = await ama.browser.get(
      `/office/api/statistics?country=${country}&from=${yesterday}&to=${today}`,
    )
    const lines = body['lines'] as { what: string; count: number; currency: string; amount: string }[]
    const counted = lines.filter((line) => line.what === what)
    expect(counted.reduce((all, { count }) => all + count, 0)).toBe(3)
    expect(counted.every((line) => line.currency === currency)).toBe(true)
    expect(counted.map(({ amount }) => BigInt(amount)).reduce((a, b) => a + b)).toBe(sum)
  },
)

it('travel-rule data uses the frozen sender, names missing facts, and records its reading', async () => {
  const read = await ama.browser.post(`/office/api/transfers/${reference}/travel-rule`, REASON)
  expect(read.body).toMatchObject({
    data: { reference, debtor_name: 'Fatu Kollie', creditor_town: null },
    missing: expect.arrayContaining(['creditor_town', 'debtor_birth_date']),
    file: {
      name: `travel-rule-${reference}.csv`,
      text: expect.stringMatching(/^name,value\r?\nreference,S-/) as string,
    },
  })
  expect((await ama.browser.post('/office/api/transfers/S-FFFFFFFF/travel-rule', REASON)).code).toBe(
    'action_refused',
  )
  const rows = await world.database.owner
    .selectFrom('staff_actions')
    .select(['staff', 'subject'])
    .where('action', '=', 'export_travel_rule')
    .execute()
  expect(rows).toEqual([{ staff: 'Ama Compliance', subject: reference }])
})
