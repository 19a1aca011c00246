import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startOfficeWorld,
  type OfficeBrowser,
  type OfficeWorld,
  type TestMember,
} from '../../testing/office-world.ts'
import { verifyChain } from '../audit-log/index.ts'
import { inviteFirst, startCommandLine, useSession } from './index.ts'

let world: OfficeWorld
beforeAll(async () => {
  world = await startOfficeWorld()
})
afterAll(() => world.close())

const optionsOf = (body: Record<string, unknown>) =>
  body['options'] as { challenge: string; user: { id: string } }
const reason = { reason: 'Changed teams' }
const whoAmI = async (browser: OfficeBrowser) => (await browser.get('/office/api/me')).status
const administrator = () => world.administrator.browser
const age = (statement: string) => sql.raw(statement).execute(world.database.owner)

describe('an invitation', () => {
  it('works once, and not after its time', async () => {
    const invite = (name: string) =>
      administrator().post('/office/api/staff', {
        name,
        email: `${name.replace(' ', '.')}@sesa.example`,
        roles: ['support'],
        ...reason,
      })
    const first = await invite('Esi Once')
    const token = String(first.body['link']).split('#')[1] ?? ''
    await world.accept(token, 'Esi Once')
    const opened = await world.browser().post('/office/api/invitations/open', { token })
    expect(opened.code).toBe('link_expired')
    expect((await invite('ESI ONCE')).code).toBe('member_exists')

    const late = String((await invite('Late Comer')).body['link']).split('#')[1] ?? ''
    await age(`update staff_invitations set expires_at = now() - interval '1 second'`)
    expect((await world.browser().post('/office/api/invitations/open', { token: late })).code).toBe(
      'link_expired',
    )
  })

  it('makes the first administrator only while there is none', async () => {
    await expect(
      inviteFirst(world.database.db, { name: 'Second First', email: 'second@sesa.example' }),
    ).rejects.toThrow('There is an administrator.')
  })
})

describe('signing in', () => {
  it('takes a passkey of a member, and each challenge once', async () => {
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

  it('is limited by address', async () => {
    const small = await startOfficeWorld({
      limits: { perAddress15Minutes: 5, perMemberMinute: 100, revealsPerHour: 1 },
    })
    try {
      const answers = []
      for (let n = 0; n < 6; n++)
        answers.push((await small.browser().post('/office/api/sign-in/challenge')).code)
      expect(answers).toContain('rate_limited')
      expect((await small.administrator.browser.get('/office/api/me')).status).toBe(200)
    } finally {
      await small.close()
    }
  })
})

describe('a member', () => {
  it('loses every session with a change of roles and at the end', async () => {
    const member = await world.member('Efua Changes', 'support')
    const change = await administrator().send('PUT', `/office/api/staff/${member.id}/roles`, {
      roles: ['finance'],
      ...reason,
    })
    expect(change.status).toBe(204)
    expect(await whoAmI(member.browser)).toBe(401)
    const again = await world.signInAgain(member)
    expect((await again.get('/office/api/me')).body).toMatchObject({ roles: ['finance'] })
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
      { action: 'staff.roles_changed', before: { roles: ['support'] }, after: { roles: ['finance'] } },
      { action: 'staff.joined' },
      { action: 'staff.invited' },
    ])
  })

  it('who is the last administrator stays one, also when two end each other at once', async () => {
    const me = `/office/api/staff/${world.administrator.id}`
    const demoted = await administrator().send('PUT', `${me}/roles`, { roles: ['support'], ...reason })
    expect(demoted.code).toBe('last_administrator')
    expect((await administrator().post(`${me}/end`, reason)).code).toBe('last_administrator')
    expect((await administrator().post(`${me}/invitation`, reason)).code).toBe('last_administrator')
    const second = await world.member('Adwoa Second', 'administrator')
    const race = await Promise.all([
      administrator().send('PUT', `/office/api/staff/${second.id}/roles`, { roles: ['support'], ...reason }),
      second.browser.send('PUT', `${me}/roles`, { roles: ['support'], ...reason }),
    ])
    expect(race.filter(({ status }) => status === 204)).toHaveLength(1)
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from staff_members where 'administrator' = any (roles) and ended_at is null`.execute(
      world.database.owner,
    )
    expect(rows).toEqual([{ left: 1 }])
    // Gives the first one their role back for the tests that follow.
    await age(`update staff_members set roles = '{administrator}' where id = '${world.administrator.id}'`)
    world.administrator.browser.cookie = (await world.signInAgain(world.administrator)).cookie
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
    const { db } = world.database
    const started = await startCommandLine(db, 'nii@laptop')
    expect(await useSession(db, started.session, 'command_line')).toBeNull()
    const opened = await member.browser.post('/office/api/command-line/open', { token: started.link })
    expect(opened.body).toMatchObject({ machine: 'nii@laptop' })
    const confirm = (code: string, response: object) =>
      member.browser.post('/office/api/command-line/confirm', { token: started.link, code, response })
    const wrong = started.code === '000000' ? '000001' : '000000'
    expect((await confirm(wrong, {})).code).toBe('code_wrong')
    const response = member.device.get(optionsOf(opened.body))
    expect((await confirm(started.code, response)).status).toBe(204)
    expect(await useSession(db, started.session, 'command_line')).toMatchObject({ name: 'Nii Terminal' })
    // The token of a command line opens no office, and the other way round.
    expect(await useSession(db, started.session, 'office')).toBeNull()
    expect((await confirm(started.code, response)).code).toBe('link_expired')
  })

  it('is refused after five wrong codes', async () => {
    const member = await world.member('Abena Wrong', 'engineer')
    const { link, code } = await startCommandLine(world.database.db, 'abena@laptop')
    const wrong = code === '000000' ? '000001' : '000000'
    const body = { token: link, code: wrong, response: {} }
    for (let n = 0; n < 5; n++)
      expect((await member.browser.post('/office/api/command-line/confirm', body)).code).toBe('code_wrong')
    expect((await member.browser.post('/office/api/command-line/confirm', { ...body, code })).code).toBe(
      'link_expired',
    )
  })
})

it('leaves a whole chain behind', async () => {
  expect((await verifyChain(world.database.db, [])).broken).toBeNull()
})
