import { PATIENCE } from '@sesa/test-kit/patience'
import { ERRORS } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  newEmail,
  newNumber,
  startIdentityApp,
  type Browser,
  type IdentityApp,
} from '../../../testing/identity-app.ts'
import { storeTransfer } from '../../../testing/stored-transfer.ts'
import { type ReportsModule } from '../../compliance/index.ts'
import { createCases } from '../../compliance/cases/service.ts'
import { createReportsModule } from '../../compliance/reports/service.ts'
import { createDecider } from '../../compliance/screening/decider.ts'
import { holdsQueue } from '../../transfers/index.ts'
import { readKeptRecord, requireNoWork } from './index.ts'
import { forgetLockedRecords } from './store.ts'

let world: IdentityApp
let reports: ReportsModule
beforeAll(async () => {
  world = await startIdentityApp()
  const { openDocument, senderIdentityOf: identityOf } = world.accounts
  reports = createReportsModule({
    ...{ db: world.database.office, isSandbox: true, secrets: { secret: Buffer.alloc(32) } },
    ...{ openDocument, identityOf },
  })
})
afterAll(() => world.close())

const SENDER = {
  ...{ nationality: 'LR', addressLine: '12 Broad Street', city: 'Monrovia', country: 'LR' },
  ...{ identificationType: 'passport', identificationNumber: 'LR0000001' },
}
const PROFILE = { name: 'Fatu Kollie', dob: '1990-04-02' }

interface Customer {
  readonly browser: Browser
  readonly uid: string
  readonly phone: string
  readonly email: string
  /** Reference of a delivered transfer; undefined for a customer who never sent. */
  readonly reference: string | undefined
}

async function newCustomer({ hasSent = true } = {}): Promise<Customer> {
  const [phone, email] = [newNumber(), newEmail()]
  const browser = await world.signIn(phone)
  await browser.send('PUT', '/user/profile', { ...PROFILE, email })
  await browser.send('PUT', '/user/sender-details', SENDER)
  const uid = ((await browser.send('GET', '/auth/boot')).body['user'] as { uid: string }).uid
  const { owner } = world.database
  if (!hasSent) return { browser, uid, phone, email, reference: undefined }
  const { id, reference } = await storeTransfer(owner, uid, 'sent')
  await sql`update transfers set recipient_name = ${`Isata ${reference}`} where id = ${id}`.execute(owner)
  await sql`insert into transfer_senders (transfer_id, user_id, name, dob, phone, nationality, address_line, city, country,
      identification_type, identification_number)
    select ${id}, user_id, 'Fatu Kollie', '1990-04-02', ${phone}, nationality, address_line, city, country,
      identification_type, identification_number from sender_details where user_id = ${uid}`.execute(owner)
  return { browser, uid, phone, email, reference }
}

const insertCase = async (kind: string, subjectKind: string, subject: string, state = 'open') => {
  const { rows } = await sql<{ number: string }>`
    insert into cases (kind, stage, subject_kind, subject_id, state, outcome, due_at)
    values (${kind}, 'hold', ${subjectKind}, ${subject}, ${state}, ${state === 'open' ? null : 'blocked'}, now())
    returning number`.execute(world.database.owner)
  return rows[0]?.number ?? ''
}

const insertFiling = async (content: object, state: string) => {
  const isApproved = state !== 'draft'
  const { rows } = await sql<{ number: string }>`
    insert into filings (country, kind, content, known_at, due_at, drafted_by, state, approved_by, approved_at,
      document_hash, exported_at)
    values ('LR', 'suspicion', ${JSON.stringify(content)}, now(), now(), 'Ama', ${state},
      ${isApproved ? 'Kofi' : null}, ${isApproved ? new Date() : null}, ${isApproved ? Buffer.alloc(32) : null},
      ${state === 'exported' ? new Date() : null})
    returning number`.execute(world.database.owner)
  return rows[0]?.number ?? ''
}

type Open = (customer: Customer) => Promise<string>

/** Work about an account without a transfer. Each entry returns the words that name it. */
const ABOUT_ACCOUNTS: Readonly<Record<string, Open>> = {
  'a screening case': async ({ uid }) => `case ${await insertCase('screening', 'account', uid)}`,
  'a monitoring case': async ({ uid }) => `case ${await insertCase('monitoring', 'account', uid)}`,
  'a case whose report is due': async ({ uid }) =>
    `case ${await insertCase('screening', 'account', uid, 'reporting')}`,
  'a draft of a report': async ({ uid }) => `report ${await insertFiling({ account: uid }, 'draft')}`,
  'an approved report': async ({ uid }) => `report ${await insertFiling({ account: uid }, 'approved')}`,
  'an account hold': async ({ uid }) => {
    await sql`insert into account_holds (user_id, cause, opened_by, reason)
      values (${uid}, 'staff', 'Ama', 'Asked by the police')`.execute(world.database.owner)
    return 'an account hold (staff)'
  },
}

/** Work about a transfer. */
const ABOUT_TRANSFERS: Readonly<Record<string, Open>> = {
  'a screening case about the recipient': async ({ reference }) => {
    const { rows } = await sql<{ id: string }>`
      insert into screening_subjects (kind, phone, name, active_until)
      select 'recipient', recipient_phone, recipient_name, 'infinity' from transfers where reference = ${reference}
      returning id::text`.execute(world.database.owner)
    return `case ${await insertCase('screening', 'recipient', rows[0]?.id ?? '')}`
  },
  'a monitoring case about the wallet': async ({ reference }) => {
    const number = await insertCase('monitoring', 'recipient', `wallet ${String(reference)}`)
    await sql`insert into monitoring_alerts (version, mode, rule_id, subject_kind, subject, rule, measured, transfers,
        newest_transfer, case_number, as_of)
      values (0, 'in_force', 'many_senders', 'wallet', '+231770000555', '{}', '{}', array[${reference}]::text[], ${reference},
        ${number}, now())`.execute(world.database.owner)
    return `case ${number}`
  },
  'a report that waits for its acknowledgement': async ({ reference }) =>
    `report ${await insertFiling({ transfers: [reference] }, 'exported')}`,
}

const sealedOf = (uid: string) =>
  world.database.owner
    .selectFrom('locked_records')
    .select(['closed_at', 'record'])
    .where('user_id', '=', uid)
    .executeTakeFirst()

const forget = () => world.database.db.transaction().execute(forgetLockedRecords)

/** Returns the product's answer to a customer who closes the account. */
const leave = async ({ browser }: Customer) => {
  const exported = (await browser.send('GET', '/user/export')).body['data'] as object
  const { status, body } = await browser.send('DELETE', '/user')
  expect((await browser.send('GET', '/user/auth')).code).toBe('unauthenticated')
  return { status, keeps: body['lockedUntil'] !== null, parts: Object.keys(exported) }
}

const NEUTRAL = 'The account can’t be erased while these are open: a review. Request it again afterwards.'

describe.each([false, true])('a customer who has sent: %s', (hasSent) => {
  let plain: Awaited<ReturnType<typeof leave>>
  beforeAll(async () => {
    const unwatched = await newCustomer({ hasSent })
    plain = await leave(unwatched)
    expect(await readKeptRecord(world.database.office, unwatched.uid)).toBeNull()
  })

  const work = Object.entries(hasSent ? { ...ABOUT_ACCOUNTS, ...ABOUT_TRANSFERS } : ABOUT_ACCOUNTS)
  it.each(work)(
    'is kept from staff, may leave, and can be reported afterwards, with %s',
    async (_name, open) => {
      const customer = await newCustomer({ hasSent })
      const named = await open(customer)
      const { db, office, owner } = world.database

      // Compliance reads what work is open; support reads only that there is some.
      await expect(requireNoWork(db, customer.uid, { maySeeCases: true })).rejects.toThrow(named)
      await expect(requireNoWork(db, customer.uid, { maySeeCases: false })).rejects.toThrow(NEUTRAL)
      // Executed although the work was opened after the request.
      const closing = world.accounts.closeByStaff(customer.uid, { staff: 'Ama', reason: 'Their letter' })
      await expect(closing).rejects.toThrow(NEUTRAL)
      expect((await customer.browser.send('GET', '/user/auth')).status).toBe(200)

      // The customer learns nothing of it.
      const answer = await leave(customer)
      expect(answer).toEqual({ status: 200, keeps: hasSent, parts: expect.any(Array) as string[] })
      expect(answer).toEqual(plain)
      // The application itself cannot read the kept record, and the office only if work needs it.
      await expect(sql`select kept_record_of(${customer.uid})`.execute(db)).rejects.toThrow(
        'permission denied',
      )
      expect(await readKeptRecord(office, customer.uid)).toMatchObject({
        ...PROFILE,
        phoneNumber: customer.phone,
        senderDetails: { address_line: '12 Broad Street', identification_type: 'passport' },
      })
      expect(JSON.stringify(await sealedOf(customer.uid))).not.toContain('LR0000001')
      for (const table of ['profiles', 'phone_identities', 'sender_details', 'transfer_senders'] as const)
        expect(
          await owner.selectFrom(table).select('user_id').where('user_id', '=', customer.uid).execute(),
        ).toEqual([])

      const draft = {
        ...{ country: 'SL' as const, knownAt: '2026-11-24T10:00:00Z', narrative: 'Seen', action: 'Nothing' },
        ...{ indicators: ['structuring'], senders: {} },
        ...(customer.reference === undefined
          ? { transfers: [], account: customer.uid }
          : { transfers: [customer.reference] }),
      }
      const { row, gaps } = await reports.draft(draft, { staff: 'Ama', reason: 'Decided' })
      expect(gaps.filter((gap) => /sender|subject|party/i.test(gap))).toEqual([])
      expect((await reports.show(row.number))?.row.state).toBe('draft')
      await reports.withdraw(row.number, { staff: 'Ama', reason: 'A test' })
      expect((await reports.show(row.number))?.row.state).toBe('withdrawn')
    },
  )
})

describe('a former customer', () => {
  it('is named in a report and to the next provider as before, even without a case', async () => {
    const customer = await newCustomer()
    const [reference, by] = [customer.reference ?? '', { staff: 'Ama', reason: 'The authority asked' }]
    const content = {
      ...{ country: 'US' as const, knownAt: '2026-11-24T10:00:00Z', narrative: 'Seen', action: 'Nothing' },
      ...{ indicators: ['1/106'], senders: {} },
    }
    const read = async () => ({
      gaps: await Promise.all(
        [{ transfers: [reference] }, { transfers: [], account: customer.uid }].map(
          async (about) => (await reports.draft({ ...content, ...about }, by)).gaps,
        ),
      ),
      sender: await reports.travelRule(reference, by),
    })
    const before = await read()
    expect(before.sender).toMatchObject({
      debtor_birth_date: '1990-04-02',
      debtor_document_number: 'LR0000001',
      debtor_address_line: '12 Broad Street',
    })
    await customer.browser.send('DELETE', '/user')
    expect(await read()).toEqual(before)
  })

  it('has a case that two people decide, under the screened name', async () => {
    const customer = await newCustomer({ hasSent: false })
    const { owner, office } = world.database
    await sql`with subject as (
        update screening_subjects set state = 'match' where user_id = ${customer.uid} returning id)
      insert into screenings (subject_id, dataset, version, algorithm, threshold, excluded, results, outcome)
      select id, 'list', '1', 'logic', 0.7, '[]', '[]', 'match' from subject`.execute(owner)
    const number = await insertCase('screening', 'account', customer.uid)
    await customer.browser.send('DELETE', '/user')
    const cases = createCases({
      db: office,
      deciders: { screening: createDecider(() => Promise.resolve()) },
    })
    const reason = 'The entry has their birth date'
    const version = async () => (await cases.show(number))?.version ?? ''
    const proposal = { staff: 'Ama', reason, decision: 'blocked', version: await version() }
    await cases.propose(number, proposal)
    await cases.confirm(number, { staff: 'Kofi', reason, version: await version() })
    expect(await cases.show(number)).toMatchObject({
      ...{ state: 'reporting', outcome: 'blocked' },
      people: [{ isClosed: true, name: 'Fatu Kollie', phone: expect.stringMatching(/^\+\d{8,}$/) as string }],
    })
    const { rows } = await sql<object>`select name, birth_date, state from screening_subjects
      where user_id = ${customer.uid}`.execute(owner)
    expect(rows).toMatchObject([{ name: 'Fatu Kollie', birth_date: '1990-04-02', state: 'blocked' }])
  })

  it('is unknown to a process without the office’s role', async () => {
    const { uid } = await newCustomer()
    await expect(readKeptRecord(world.database.db, uid)).rejects.toThrow('only in the office')
  })

  it('keeps staff notes and requests, and the evidence of identity checks', async () => {
    const { browser, uid } = await newCustomer({ hasSent: false })
    const { owner } = world.database
    await insertCase('screening', 'account', uid)
    await sql`insert into identity_checks (user_id, provider, reference, country, state)
      values (${uid}, 'stripe', ${`vs_${uid}`}, 'LR', 'failed_final')`.execute(owner)
    await sql`with thread as (insert into enquiry_threads (id, user_id, number, topic)
        values (gen_random_uuid(), ${uid}, 'Q-00000001', 'other') returning id)
      insert into enquiry_messages (id, thread_id, author, body)
      select gen_random_uuid(), id, 'customer', 'Why is my account like this?' from thread`.execute(owner)
    await owner.transaction().execute(async (tx) => {
      // Skips the foreign key, since the member does not exist.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into staff_notes (user_id, body, member_id) values (${uid}, 'Called back', ${uid})`.execute(
        tx,
      )
    })
    await browser.send('DELETE', '/user')
    const kept = await sealedOf(uid)
    expect(kept?.record).toMatchObject({
      identityChecks: [{ reference: `vs_${uid}` }],
      notes: [{ body: 'Called back' }],
      conversations: [{ messages: [{ body: 'Why is my account like this?' }] }],
    })
    const redactions = async () => {
      const { rows } = await sql<{ payload: { reference: string } }>`
        select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier = 'identity_checks_redact'`.execute(owner)
      return rows.filter(({ payload }) => payload.reference === `vs_${uid}`).length
    }
    expect(await redactions()).toBe(0)
    await endWork(uid, 6)
    await expireRecord(uid)
    await forgetAsTheNightDoes()
    expect(await redactions()).toBe(1)
  })
})

/** Ends all work about an account this many years ago. */
async function endWork(uid: string, years: number, outcome = 'different_person'): Promise<void> {
  await world.database.owner.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const ended = sql`now() - make_interval(years => ${years}::int)`
    await sql`update cases set state = 'closed', outcome = ${outcome}, closed_at = ${ended}
      where number in (select number from compliance_work_of(${uid}))`.execute(tx)
    await sql`update filings set state = 'acknowledged', authority_id = 'A', ended_at = ${ended}, approved_by = 'Kofi',
        approved_at = now(), document_hash = sha256('x'), exported_at = now()
      where number in (select number from compliance_work_of(${uid}))`.execute(tx)
    await sql`update account_holds set lifted_at = ${ended}, lifted_by = 'Ama', lift_reason = 'Over'
      where user_id = ${uid}`.execute(tx)
  })
}

const expireRecord = (uid: string) =>
  world.database.owner
    .updateTable('locked_records')
    .set({ locked_until: new Date(Date.now() - 1_000) })
    .where('user_id', '=', uid)
    .execute()

const forgetAsTheNightDoes = async () => {
  for (const { task, run } of world.accounts.crons) if (task === 'account_forget_locked') await run()
}

describe('at the end of the retention', () => {
  it.each([
    ['a screening case', 'different_person', 4, 6],
    ['a screening case', 'blocked, reported', 9, 11],
    ['a screening case', 'returned, reported', 9, 11],
    ['an approved report', '', 4, 6],
    ['an account hold', '', 4, 6],
  ])(
    'keeps the record of %s (%s) for %i years, and erases it after %i',
    async (name, outcome, before, after) => {
      const customer = await newCustomer()
      await ABOUT_ACCOUNTS[name]?.(customer)
      await customer.browser.send('DELETE', '/user')
      await expireRecord(customer.uid)
      await forget()
      expect(await sealedOf(customer.uid)).toBeDefined()
      await endWork(customer.uid, before, outcome)
      await forget()
      expect(await sealedOf(customer.uid)).toBeDefined()
      await endWork(customer.uid, after, outcome)
      await forget()
      expect(await sealedOf(customer.uid)).toBeUndefined()
      expect(await readKeptRecord(world.database.office, customer.uid)).toBeNull()
      const { rows } = await sql<{ name: string }>`
      select name from screening_subjects where user_id = ${customer.uid} and name not like 'erased %'`.execute(
        world.database.owner,
      )
      expect(rows).toEqual([])
    },
  )
})

describe('data that a customer replaces', () => {
  const replace = async ({ browser, email }: Customer) => {
    const next = newNumber()
    await browser.send('PUT', '/user/sender-details', {
      ...SENDER,
      ...{ addressLine: '1 Ashmun Street', identificationNumber: 'LR0000002' },
    })
    await browser.send('PUT', '/user/profile', { ...PROFILE, name: 'Fatu Weah', email })
    const { verificationId } = (await browser.send('POST', '/auth/phone/start', { phoneNumber: next })).body
    const code = await world.codeFor(next)
    const changed = await browser.send('PUT', '/auth/phone', { verificationId, code })
    expect(changed.status).toBe(200)
    browser.bearer = String(changed.body['idToken'])
  }
  const replacedOf = async (uid: string) =>
    (await sealedOf(uid))?.record['replaced'] as Record<string, unknown>[]

  it('is kept while a case is open, outside the customer’s export, and after the account is closed', async () => {
    const customer = await newCustomer({ hasSent: false })
    await insertCase('screening', 'account', customer.uid)
    await replace(customer)
    const before = [
      { table: 'sender_details', address_line: '12 Broad Street' },
      { table: 'profiles', name: 'Fatu Kollie' },
      { table: 'phone_identities', phone_number: customer.phone },
    ]
    expect(await replacedOf(customer.uid)).toMatchObject(before)
    const exported = JSON.stringify((await customer.browser.send('GET', '/user/export')).body)
    expect(exported).not.toContain('12 Broad Street')
    await forget()
    await customer.browser.send('DELETE', '/user')
    expect(await replacedOf(customer.uid)).toMatchObject(before)
    const kept = await sealedOf(customer.uid)
    expect(kept).toMatchObject({ closed_at: expect.any(Date) as Date, record: { name: 'Fatu Weah' } })
  })

  it('is kept nowhere without open work, and no longer than the work needs it', async () => {
    const without = await newCustomer({ hasSent: false })
    await replace(without)
    expect(await sealedOf(without.uid)).toBeUndefined()
    const customer = await newCustomer({ hasSent: false })
    await insertCase('screening', 'account', customer.uid)
    await replace(customer)
    await endWork(customer.uid, 6)
    await forget()
    expect(await sealedOf(customer.uid)).toBeUndefined()
    expect((await customer.browser.send('GET', '/user/auth')).status).toBe(200)
  })
})

describe('money of a customer', () => {
  it.each([
    ['on its way', 'paying_out', null],
    ['held by screening', 'paid', 'screening'],
    ['held by monitoring or staff', 'paid', 'staff'],
    ['held by fraud review', 'paid', 'fraud_review'],
    ['disputed after it arrived', 'sent', 'disputed'],
  ])(
    'keeps an account open when it is %s, with the same words to the customer',
    async (_how, state, hold) => {
      const { browser, uid } = await newCustomer({ hasSent: false })
      const { owner } = world.database
      const { id, reference } = await storeTransfer(owner, uid, state)
      if (hold !== null)
        await sql`update transfers set hold_reason = ${hold}, hold_owner = 'compliance' where id = ${id}`.execute(
          owner,
        )
      const refused = await browser.send('DELETE', '/user')
      const { message } = refused.body['error'] as { message: string }
      expect([refused.status, refused.code, message]).toEqual([
        409,
        'money_in_flight',
        ERRORS.money_in_flight.message,
      ])
      const byStaff = world.accounts.closeByStaff(uid, { staff: 'Ama', reason: 'Their letter' })
      await expect(byStaff).rejects.toThrow(`transfer ${reference}`)
    },
  )

  it('stays visible when it is returned after the account is closed', async () => {
    const { browser, uid, reference } = await newCustomer()
    await browser.send('DELETE', '/user')
    const { owner, office } = world.database
    await sql`update transfers set state = 'paid', hold_reason = 'screening', hold_owner = 'compliance'
      where user_id = ${uid}`.execute(owner)
    const held = await holdsQueue(office).read({ id: uid, name: 'Ama', roles: ['compliance'] }, 1000)
    expect(held.map(({ id }) => id)).toContain(reference)
    expect(await reports.travelRule(reference ?? '', { staff: 'Ama', reason: 'Decided' })).toMatchObject({
      creditor_name: `Isata ${reference ?? ''}`,
    })
  })
})

it('sends the customer the same email, whatever work is open', async () => {
  const [watched, other] = [await newCustomer(), await newCustomer()]
  await insertCase('screening', 'account', watched.uid)
  const texts: string[] = []
  for (const { email, browser } of [watched, other]) {
    await sql`update profiles set email_verified_at = now() where email = ${email}`.execute(
      world.database.owner,
    )
    await browser.send('DELETE', '/user')
    await vi.waitFor(async () => {
      const closed = (await world.received(email)).find(({ text }) =>
        text.includes('Your account was closed'),
      )
      if (closed === undefined) throw new Error('No notice yet')
      texts.push(closed.text.replaceAll(email, ''))
    }, PATIENCE)
  }
  expect(texts[0]).toBe(texts[1])
})
