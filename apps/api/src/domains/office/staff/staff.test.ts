import type { Role } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startOfficeWorld,
  type OfficeAnswer,
  type OfficeBrowser,
  type OfficeWorld,
  type TestMember,
} from '../../../testing/office-world.ts'
import { verifyChain } from '../../record/index.ts'
import { startCommandLine } from './command-line.ts'
import { useSession } from './sessions.ts'

let world: OfficeWorld
let kofi: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  kofi = await world.member('Kofi Compliance', 'compliance')
  // Member 3, who is not concerned by any change of a member.
  await world.member('Fiifi Finance', 'finance')
})
afterAll(() => world.close())

const optionsOf = (body: Record<string, unknown>) =>
  body['options'] as { challenge: string; user: { id: string } }
const reason = { reason: 'Changed teams' }
const whoAmI = async (browser: OfficeBrowser) => (await browser.get('/office/api/me')).status
const administrator = () => world.administrator.browser
const age = (statement: string) => sql.raw(statement).execute(world.database.owner)

describe('an invitation', () => {
  const invite = (name: string, roles: Role[] = ['support']) =>
    ['POST', '/office/api/staff', { name, email: addressOf(name), roles }] as const
  const addressOf = (name: string) => `${name.replace(' ', '.').toLowerCase()}@sesa.example`
  const linkOf = async (name: string) =>
    (await world.mailsTo(addressOf(name)))
      .flatMap(({ text }) => /invitation#(\S+)/.exec(text)?.[1] ?? [])
      .at(-1) ?? ''

  it('needs two people, is mailed only to the member, and works once before it expires', async () => {
    const asked = await administrator().post('/office/api/staff', {
      ...invite('Esi Once')[2],
      email: 'Esi.Once@Sesa.example',
      ...reason,
    })
    expect(asked).toMatchObject({
      status: 201,
      body: { approval: { entity: 'esi.once@sesa.example', state: 'pending' } },
    })
    const { id } = asked.body['approval'] as { id: string }
    expect((await administrator().post(`/office/api/approvals/${id}/approve`, { note: 'Mine' })).code).toBe(
      'same_person',
    )
    expect((await kofi.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Checked' })).status).toBe(
      200,
    )
    await Promise.all([
      world.product.approvals.approvals.carryOut(id),
      world.product.approvals.approvals.carryOut(id),
    ])
    const mails = (await world.mailsTo('Esi.Once@Sesa.example')).filter(({ text }) =>
      text.includes('invitation#'),
    )
    expect(mails).toHaveLength(1)
    const token = /invitation#(\S+)/.exec(mails[0]?.text ?? '')?.[1] ?? ''

    // The link appears nowhere else: not in an answer, the audit log, the records or another email.
    const { rows } = await sql<{ text: string }>`
      select (select string_agg(a::text, ' ') from approvals a) || (select string_agg(l.content, ' ') from audit_log l)
        || (select string_agg(d.detail, ' ') from audit_details d)
        || (select string_agg(o::text, ' ') from staff_actions o) as text`.execute(world.database.owner)
    const shown = await Promise.all([
      ...['staff', `approvals/${id}`, 'approvals', 'audit'].map((path) =>
        administrator().get(`/office/api/${path}`),
      ),
      kofi.browser.get(`/office/api/approvals/${id}`),
    ])
    for (const text of [
      JSON.stringify(asked.body),
      rows[0]?.text ?? '',
      ...shown.map(({ body }) => JSON.stringify(body)),
    ]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain('invitation#')
    }
    expect((await world.mailsTo('member1@sesa.example')).some(({ text }) => text.includes(token))).toBe(false)

    await world.accept(token, 'Esi Once')
    const opened = await world.browser().post('/office/api/invitations/open', { token })
    expect(opened.code).toBe('link_expired')
    expect((await world.decided(world.administrator, kofi, invite('ESI ONCE'))).refused).toBe('member_exists')

    await world.decided(world.administrator, kofi, invite('Late Comer'))
    await age(`update staff_invitations set expires_at = now() - interval '1 second'`)
    expect(
      (await world.browser().post('/office/api/invitations/open', { token: await linkOf('Late Comer') }))
        .code,
    ).toBe('link_expired')
  })

  it('fails with the reason once another member has the name', async () => {
    const [, path, member] = invite('Early Bird')
    const other = await administrator().post(path, { ...member, email: 'other@sesa.example', ...reason })
    const { id } = other.body['approval'] as { id: string }
    expect(
      (await world.decided(world.administrator, kofi, [...invite('Early Bird')])).approval,
    ).toMatchObject({
      state: 'done',
    })
    await kofi.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Checked' })
    await world.product.approvals.approvals.carryOut(id)
    expect((await administrator().get(`/office/api/approvals/${id}`)).body).toMatchObject({
      state: 'failed',
      result: 'Early Bird is or was a member. Add a middle name or initial to distinguish the two.',
    })
  })
})

describe('signing in', () => {
  it('accepts a member’s passkey, and each challenge once', async () => {
    const member = await world.member('Kojo Passkey', 'support')
    const browser = world.browser()
    const options = optionsOf((await browser.post('/office/api/sign-in/challenge')).body)
    const response = member.device.get(options)
    expect((await browser.post('/office/api/sign-in', { response })).status).toBe(200)
    expect((await world.browser().post('/office/api/sign-in', { response })).code).toBe('passkey_refused')
    const forged = member.device.get(optionsOf((await browser.post('/office/api/sign-in/challenge')).body), {
      origin: 'https://evil.example',
    })
    expect((await world.browser().post('/office/api/sign-in', { response: forged })).code).toBe(
      'passkey_refused',
    )
  })

  it('ends after 15 idle minutes, after 8 hours, and when the member signs out', async () => {
    const member = await world.member('Yaw Sessions', 'support')
    const own = `where member_id = '${member.id}' and ended_at is null`
    const idle = await world.signInAgain(member)
    await age(`update staff_sessions set last_used_at = now() - interval '14 minutes' ${own}`)
    expect(await whoAmI(idle)).toBe(200)
    await age(`update staff_sessions set last_used_at = now() - interval '15 minutes 1 second' ${own}`)
    expect(await whoAmI(idle)).toBe(401)
    const old = await world.signInAgain(member)
    const { rows } = await sql<{ hours: number }>`
      select extract(epoch from max(ends_at) - max(started_at))::int / 3600 as hours from staff_sessions`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ hours: 8 }])
    await age(`update staff_sessions set ends_at = now() ${own}`)
    expect(await whoAmI(old)).toBe(401)
    const out = await world.signInAgain(member)
    expect((await out.post('/office/api/sign-out')).status).toBe(204)
    expect(await whoAmI(out)).toBe(401)
  })

  it('is limited by address and credential, and no other request of strangers uses up these budgets', async () => {
    const small = await startOfficeWorld({
      limits: { perAddress15Minutes: 9, perCredential15Minutes: 3, perMemberMinute: 100, revealsPerHour: 1 },
    })
    const codes = async (count: number, ask: () => Promise<OfficeAnswer>) => {
      const answers = []
      for (let n = 0; n < count; n++) answers.push((await ask()).code ?? 'ok')
      return answers
    }
    try {
      const stranger = small.browser()
      const others = await codes(40, () => stranger.get('/office/api/me'))
      stranger.cookie = 'sesa-office=guessed'
      others.push(...(await codes(20, () => stranger.post('/office/api/sign-out'))))
      expect(new Set(others)).toEqual(new Set(['unauthenticated']))
      await small.signInAgain(small.administrator)
      const used = await codes(4, () =>
        small.browser().post('/office/api/invitations/open', { token: 'a-token-that-was-used' }),
      )
      expect(used).toEqual([...Array<string>(3).fill('link_expired'), 'rate_limited'])
      const another = await codes(1, () =>
        small.browser().post('/office/api/invitations/open', { token: 'another-token-of-ours' }),
      )
      expect(another).toEqual(['link_expired'])
      expect(await codes(2, () => small.browser().post('/office/api/sign-in/challenge'))).toContain(
        'rate_limited',
      )
      expect((await small.administrator.browser.get('/office/api/me')).status).toBe(200)
    } finally {
      await small.close()
    }
  })
})

describe('a member', () => {
  it('loses every session with a change of roles and at the end', async () => {
    const member = await world.member('Efua Changes', 'support')
    const change = ['PUT', `/office/api/staff/${member.id}/roles`, { roles: ['finance'] }] as const
    expect((await world.decided(world.administrator, kofi, change)).approval).toMatchObject({ state: 'done' })
    expect(await whoAmI(member.browser)).toBe(401)
    const again = await world.signInAgain(member)
    expect((await again.get('/office/api/me')).body).toMatchObject({ roles: ['finance'] })
    // One person ends a member, since it must be possible immediately.
    expect((await administrator().post(`/office/api/staff/${member.id}/end`, reason)).status).toBe(204)
    expect(await whoAmI(again)).toBe(401)
    const options = optionsOf((await again.post('/office/api/sign-in/challenge')).body)
    expect((await again.post('/office/api/sign-in', { response: member.device.get(options) })).code).toBe(
      'passkey_refused',
    )
    const { body } = await administrator().get(`/office/api/audit?subject=${member.id}`)
    expect(body['entries']).toMatchObject([
      { action: 'staff.ended', actor: 'Ama Boateng', reason: 'Changed teams' },
      { action: 'staff.signed_in' },
      { action: 'approval.done' },
      { action: 'action.change_roles', actor: 'Ama Boateng', approvedBy: 'Kofi Compliance' },
      {
        action: 'staff.roles_changed',
        actor: 'Ama Boateng',
        before: { roles: ['support'] },
        after: { roles: ['finance'] },
      },
      { action: 'approval.approved', actor: 'Kofi Compliance' },
      { action: 'approval.requested', actor: 'Ama Boateng' },
      { action: 'staff.joined' },
    ])
  })

  it('decides nothing about themselves, and an administrator has no other role', async () => {
    const own = ['PUT', `/office/api/staff/${kofi.id}/roles`, { roles: ['finance'] }] as const
    expect((await world.decided(world.administrator, kofi, own)).refused).toBe('same_person')
    const { body } = await administrator().get('/office/api/approvals?state=pending')
    const [{ id } = { id: '' }] = body['approvals'] as { id: string }[]
    expect((await kofi.browser.get(`/office/api/approvals/${id}`)).body).toMatchObject({ mayDecide: false })
    await administrator().post(`/office/api/approvals/${id}/withdraw`, { note: 'Withdrawn' })

    const others = ['support', 'compliance', 'finance', 'engineer'] as const
    const combinations: Role[][] = [
      ...others.map((one) => [one, 'administrator' as const]),
      ['administrator', 'administrator'],
      [...others, 'administrator'],
    ]
    for (const roles of combinations) {
      const invited = { name: 'Every Role', email: 'every@sesa.example', roles, ...reason }
      expect((await administrator().post('/office/api/staff', invited)).code).toBe('invalid_field')
      const path = `/office/api/staff/${world.administrator.id}/roles`
      expect((await administrator().send('PUT', path, { roles, ...reason })).code).toBe('invalid_field')
      // The service and the database also refuse it.
      const request = {
        ...({ action: 'invite_member', entity: invited.email, payload: invited } as const),
        reason: 'From a command',
      }
      const person = { id: world.administrator.id, roles: ['administrator'] as const }
      const { approvals } = world.product.approvals
      if (new Set(roles).size > 1)
        await expect(approvals.request(person, request)).rejects.toThrow('can’t have other roles')
      await expect(
        sql`update staff_members set roles = ${roles}::text[] where id = ${world.administrator.id}`.execute(
          world.database.owner,
        ),
      ).rejects.toThrow('staff_members_administrator_alone')
    }
  })

  it('who is the last administrator stays one, even when two requests would demote the last two', async () => {
    const me = `/office/api/staff/${world.administrator.id}`
    await sql`update staff_members set activated_at = null where email = 'adwoa@sesa.example'`.execute(
      world.database.owner,
    )
    await age(`update staff_members set last_signed_in_at = now() where email = 'adwoa@sesa.example'`)
    const demoted = await administrator().send('PUT', `${me}/roles`, { roles: ['support'], ...reason })
    expect(demoted.code).toBe('last_administrator')
    expect((await administrator().post(`${me}/end`, reason)).code).toBe('last_administrator')
    expect((await administrator().post(`${me}/invitation`, reason)).code).toBe('last_administrator')
    const other = await world.member('Adwoa Second', 'administrator')
    const ids = []
    for (const [asker, target] of [
      [administrator(), other.id],
      [other.browser, world.administrator.id],
    ] as const) {
      const asked = await asker.send('PUT', `/office/api/staff/${target}/roles`, {
        roles: ['support'],
        ...reason,
      })
      const { id } = asked.body['approval'] as { id: string }
      expect(
        (await kofi.browser.post(`/office/api/approvals/${id}/approve`, { note: 'Checked' })).status,
      ).toBe(200)
      ids.push(id)
    }
    await Promise.all(ids.map((id) => world.product.approvals.approvals.carryOut(id)))
    const { rows } = await sql<{ state: string; result: string }>`
      select state, result from approvals where id = any (${ids}::uuid[]) order by state`.execute(
      world.database.owner,
    )
    expect(rows).toMatchObject([
      { state: 'done' },
      { state: 'failed', result: expect.stringContaining('last administrator') as string },
    ])
    // Gives the first administrator the role back for the following tests.
    await age(`update staff_members set roles = '{administrator}' where id = '${world.administrator.id}'`)
    await age(`update staff_members set activated_at = now() where email = 'adwoa@sesa.example'`)
    world.administrator.browser.cookie = (await world.signInAgain(world.administrator)).cookie
  })

  it('and all administrators and compliance are notified of every change of a member', async () => {
    const told = async (email: string) => (await world.mailsTo(email)).map(({ subject }) => subject)
    await world.decided(world.administrator, kofi, [
      ...(['POST', '/office/api/staff'] as const),
      { name: 'Told Member', email: 'told@sesa.example', roles: ['finance'] },
    ])
    const member = await world.acceptMailed('Told Member', 'told@sesa.example')
    const path = `/office/api/staff/${member.id}`
    await world.decided(world.administrator, kofi, ['PUT', `${path}/roles`, { roles: ['engineer'] }])
    const browser = await world.signInAgain(member)
    const { passkeys } = (await browser.get('/office/api/passkeys')).body as { passkeys: { id: string }[] }
    const options = optionsOf((await browser.post('/office/api/passkeys/registration')).body)
    const response = new Authenticator(world.base).create(options)
    expect((await browser.post('/office/api/passkeys', { name: 'Phone', response })).status).toBe(201)
    await browser.send('DELETE', `/office/api/passkeys/${passkeys[0]?.id ?? ''}`)
    await world.decided(world.administrator, kofi, ['POST', `${path}/invitation`, {}])
    await administrator().post(`${path}/end`, reason)
    const changes = [
      'was invited to the office',
      'joined the office with a new passkey',
      'has new roles',
      'added a passkey',
      'removed a passkey',
      'was invited again',
      'was deactivated',
    ].map((change) => `Sesa office: Told Member ${change}`)
    expect((await told('told@sesa.example')).filter((subject) => subject.includes('Told Member'))).toEqual(
      changes,
    )
    // An administrator, one without a passkey yet, and compliance; not finance, and no former member.
    for (const email of ['member1@sesa.example', 'adwoa@sesa.example', 'member2@sesa.example'])
      expect((await told(email)).filter((subject) => subject.includes('Told Member'))).toEqual(changes)
    const [mail] = (await world.mailsTo('member2@sesa.example')).filter(({ subject }) =>
      subject.includes('Told Member has new roles'),
    )
    expect(mail?.text).toMatch(
      /Requested by: Ama Boateng\nApproved by: Kofi Compliance\nReason: Agreed in a meeting/,
    )
    expect((await told('member3@sesa.example')).filter((subject) => subject.includes('Told Member'))).toEqual(
      [],
    )
  })

  it('keeps their last passkey, and adds others', async () => {
    const member = await world.member('Kwesi Keys', 'support')
    const list = async () =>
      (await member.browser.get('/office/api/passkeys')).body['passkeys'] as { id: string }[]
    const [only] = await list()
    const remove = (id: string | undefined) => member.browser.send('DELETE', `/office/api/passkeys/${id}`)
    expect((await remove(only?.id)).code).toBe('last_passkey')
    const other: TestMember = await world.member('Akua Keys', 'support')
    const options = optionsOf((await member.browser.post('/office/api/passkeys/registration')).body)
    const stolen = await other.browser.post('/office/api/passkeys', {
      name: 'Key',
      response: other.device.create(options),
    })
    expect(stolen.code).toBe('passkey_refused')
  })
})

describe('a command line', () => {
  it('is signed in by its member, with the code that it shows and a passkey', async () => {
    const member = await world.member('Nii Terminal', 'engineer')
    const { office: db } = world.database
    const started = await startCommandLine(db, 'nii@laptop')
    const terminal = world.browser()
    terminal.cookie = member.browser.cookie.replace(/=.*/, `=${started.session}`)
    expect((await terminal.get('/office/api/me')).code).toBe('unauthenticated')
    const opened = await member.browser.post('/office/api/command-line/open', { token: started.link })
    expect(opened.body).toMatchObject({ machine: 'nii@laptop' })
    const confirm = (code: string) =>
      member.browser.post('/office/api/command-line/confirm', { token: started.link, code })
    const wrong = started.code === '000000' ? '000001' : '000000'
    expect((await confirm(wrong)).code).toBe('code_wrong')
    expect((await confirm(started.code)).status).toBe(204)
    expect(await useSession(db, started.session)).toMatchObject({ name: 'Nii Terminal' })
    expect((await confirm(started.code)).code).toBe('link_expired')
    // To the office, its calls look like a browser's: same session, roles, origin and proofs.
    expect((await terminal.get('/office/api/me')).body).toMatchObject({ name: 'Nii Terminal' })
    expect((await terminal.get('/office/api/staff')).code).toBe('not_permitted')
    const foreign = await terminal.sendOnce('POST', '/office/api/sign-out', undefined, { origin: '' })
    expect(foreign.code).toBe('origin_refused')
    expect((await terminal.post('/office/api/passkeys/registration')).code).toBe('step_up_required')
    expect((await terminal.post('/office/api/sign-out')).status).toBe(204)
    expect(await useSession(db, started.session)).toBeNull()
  })

  it('is refused after five wrong codes', async () => {
    const member = await world.member('Abena Wrong', 'engineer')
    const { link, code } = await startCommandLine(world.database.office, 'abena@laptop')
    const wrong = code === '000000' ? '000001' : '000000'
    const body = { token: link, code: wrong }
    for (let n = 0; n < 5; n++)
      expect((await member.browser.post('/office/api/command-line/confirm', body)).code).toBe('code_wrong')
    expect((await member.browser.post('/office/api/command-line/confirm', { ...body, code })).code).toBe(
      'link_expired',
    )
  })
})

it('leaves an intact chain behind', async () => {
  expect((await verifyChain(world.database.db, [])).broken).toBeNull()
})
