import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'

let world: OfficeWorld
let [insider, kofi, fay] = [] as unknown as [TestMember, TestMember, TestMember]
beforeAll(async () => {
  world = await startOfficeWorld()
  insider = world.administrator
  kofi = await world.member('Kofi Careless', 'compliance')
  fay = await world.member('Fay Finance', 'finance')
})
afterAll(() => world.close())

const reason = 'A new version of the list'
const THRESHOLD = { amount: { amount: 900_000, currency: 'USD' }, reason }
const post = (member: TestMember, path: string, body: object) =>
  member.browser.post(`/office/api/${path}`, body)
const idOf = (answer: { body: Record<string, unknown> }) => (answer.body['approval'] as { id: string }).id
const approve = (member: TestMember, id: string) =>
  post(member, `approvals/${id}/approve`, { note: 'Looks right' })
/** Backdates a member's joining. */
const wait = (member: TestMember, ago: string) =>
  sql`update staff_members set activated_at = activated_at - ${ago}::interval where id = ${member.id}`.execute(
    world.database.owner,
  )
const whoAmI = async (member: TestMember) => (await member.browser.get('/office/api/me')).status

describe('an administrator without a second person', () => {
  it('cannot create a puppet, and cannot be the second person of one invited by a colleague', async () => {
    const pat = { name: 'Pat Puppet', email: 'pat@sesa.example', roles: ['finance'], reason: 'Starts today' }
    const asked = await post(insider, 'staff', pat)
    expect(asked.status).toBe(201)
    expect(JSON.stringify(asked.body)).not.toContain('invitation#')
    expect((await approve(insider, idOf(asked))).code).toBe('same_person')
    await world.product.approvals.approvals.carryOut(idOf(asked))
    expect(await world.mailsTo(pat.email)).toEqual([])

    expect((await approve(kofi, idOf(asked))).status).toBe(200)
    await world.product.approvals.approvals.carryOut(idOf(asked))
    const puppet = await world.acceptMailed(pat.name, pat.email)
    expect((await post(puppet, 'release-threshold', THRESHOLD)).code).toBe('joined_recently')
    await wait(puppet, '24 hours')
    const request = await post(puppet, 'release-threshold', THRESHOLD)
    expect(request.status).toBe(201)
    for (const one of [insider, kofi]) {
      expect((await approve(one, idOf(request))).code).toBe('joined_by_invitation')
      expect((await post(one, `approvals/${idOf(request)}/reject`, { note: 'Looks wrong' })).code).toBe(
        'joined_by_invitation',
      )
    }
    const thresholds = world.database.db.selectFrom('policies').where('kind', '=', 'release_threshold')
    expect((await thresholds.select('version').execute()).length).toBe(1)
  })

  it('cannot become a colleague: the passkey stays, the colleague gets the link, and both are notified', async () => {
    const asked = await post(insider, `staff/${fay.id}/invitation`, { reason: 'Lost the phone' })
    expect(asked.status).toBe(201)
    expect(JSON.stringify(asked.body)).not.toContain('invitation#')
    expect((await approve(insider, idOf(asked))).code).toBe('same_person')
    await world.product.approvals.approvals.carryOut(idOf(asked))
    expect(await whoAmI(fay)).toBe(200)
    await world.signInAgain(fay)

    // With a careless colleague, the thief opens the link and waits, but still cannot decide with either of the two.
    expect((await approve(kofi, idOf(asked))).status).toBe(200)
    await world.product.approvals.approvals.carryOut(idOf(asked))
    expect(await whoAmI(fay)).toBe(401)
    const subjects = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject)
    const told = 'Sesa office: Fay Finance was invited again'
    for (const email of [
      'member1@sesa.example',
      'adwoa@sesa.example',
      'member2@sesa.example',
      'member3@sesa.example',
    ])
      expect(await subjects(email)).toContain(told)
    const thief = await world.acceptMailed('Fay Finance', 'member3@sesa.example')
    expect((await post(thief, 'release-threshold', THRESHOLD)).code).toBe('joined_recently')
    await wait(thief, '24 hours')
    const pending = await post(thief, 'corridors/US/GH/open', { reason })
    expect((await approve(insider, idOf(pending))).code).toBe('joined_by_invitation')
  })

  it('cannot give itself another role', async () => {
    const path = `/office/api/staff/${insider.id}/roles`
    const all = ['support', 'compliance', 'finance', 'engineer', 'administrator']
    expect((await insider.browser.send('PUT', path, { roles: all, reason })).code).toBe('invalid_field')
    const asked = await insider.browser.send('PUT', path, { roles: ['finance'], reason })
    expect(asked.status).toBe(201)
    expect((await approve(insider, idOf(asked))).code).toBe('same_person')
    expect((await insider.browser.get('/office/api/me')).body).toMatchObject({ roles: ['administrator'] })
  })
})
