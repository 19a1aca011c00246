import { PATIENCE } from '@sesa/test-kit/patience'
import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Client } from './testing/client.ts'
import { SENDER, takeEverywhere } from './testing/itinerary.ts'
import { addressOf, changes } from './testing/operations.ts'
import { startCollector } from '../testing/trace-collector.ts'
import { startProcesses, type Processes } from './testing/processes.ts'
import { Tour, type Details } from './testing/tour.ts'

const PAN = '4242424242424242'
const DETAILS: Details = {
  name: 'Canaria Leakwood',
  phone: '+231771357902',
  email: 'canary.leakwood@example.com',
  password: 'canary-password harbour 58',
}

let collector: Awaited<ReturnType<typeof startCollector>>
let processes: Processes
let tour: Tour
let client: Client
/** Values that must not appear in any log, by kind. */
const canaries = new Map<string, string>()

/** Sends canaries in the wrong places of bodies and addresses, where the log of a refusal could reveal them. */
async function goWrong(): Promise<void> {
  const wrong = {
    ...DETAILS,
    ...SENDER,
    name: { [DETAILS.name]: DETAILS.phone },
    pan: PAN,
    code: '135790',
    token: DETAILS.email,
  }
  const values = {
    id: DETAILS.email,
    payment_id: PAN,
    from: DETAILS.name,
    to: DETAILS.email,
    amount: DETAILS.phone,
  }
  for (const operation of tour.operations) {
    const address = addressOf(operation, values)
    const query = `?search=${encodeURIComponent(DETAILS.phone)}&email=${encodeURIComponent(DETAILS.email)}&token=${PAN}`
    for (const who of [client, tour.client()]) {
      await who.request(operation.method, address + query, operation.body ? { body: wrong } : {})
      if (changes(operation))
        await who.request(operation.method, address, { raw: `{"email":"${DETAILS.email}","pan":${PAN}` })
      await who.request(operation.method, address, {
        headers: { authorization: `Bearer ${DETAILS.email}.${PAN}`, 'idempotency-key': DETAILS.email },
      })
    }
  }
  for (const path of ['/nowhere', '/%zz', '/me/dashboard', '/transfer-status'])
    await client.request('GET', `${path}?payment_intent_client_secret=${PAN}_secret_${DETAILS.email}`)
}

/** Runs statements whose errors in PostgreSQL quote values of the row. */
async function offendDatabase(): Promise<void> {
  const database = new pg.Client({ connectionString: processes.appUrl })
  await database.connect()
  const { rows } = await database.query<{ user_id: string }>('select user_id from phone_identities limit 1')
  const user = rows[0]?.user_id
  const offences: [string, unknown[]][] = [
    // The user exists already: the error quotes the key.
    [
      'insert into phone_identities (user_id, phone_number, country) select $1, phone_number, country from phone_identities',
      [user],
    ],
    // The row violates a check: the error quotes the row.
    [
      'insert into profiles (user_id, name, email, gender) values ($1, $2, $3, $4)',
      [user, DETAILS.name, DETAILS.email, 'none'],
    ],
    [
      'insert into sender_details (user_id, nationality, address_line, city, country, identification_type, identification_number) values ($1, $2, $3, $4, $5, $6, $7)',
      [user, 'LRX', SENDER.addressLine, SENDER.city, 'LR', 'passport', SENDER.identificationNumber],
    ],
    ['select $1::int', [DETAILS.phone]],
    ['select no_such_column from profiles where email = $1', [DETAILS.email]],
  ]
  let failed = 0
  for (const [statement, values] of offences) await database.query(statement, values).catch(() => failed++)
  await database.end()
  expect(failed).toBe(offences.length)
}

/** Removes random ids, in which six digits may resemble a code. */
const withoutIds = (text: string): string =>
  text.replace(/"(?:reqId|trace_id|span_id)":"[0-9a-f-]{16,36}",?/g, '')

function findings(logs: Readonly<Record<string, string[]>>): string[] {
  return Object.entries(logs).flatMap(([who, parts]) =>
    [...canaries]
      .filter(([, value]) => withoutIds(parts.join('')).includes(value))
      .map(([what]) => `${what} in ${who}`),
  )
}

beforeAll(async () => {
  collector = await startCollector()
  processes = await startProcesses({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  tour = await Tour.start(processes)
  const { client: walker, sent } = await takeEverywhere(tour, DETAILS)
  client = walker
  await goWrong()
  await offendDatabase()
  const { phone, email, name, password } = DETAILS
  for (const [what, value] of Object.entries({ phone, email, name, password, pan: PAN }))
    canaries.set(what, value)
  canaries.set('national number', phone.slice(4))
  canaries.set('first name', 'Canaria')
  for (const what of ['addressLine', 'postalCode', 'city', 'identificationNumber', 'occupation'] as const)
    canaries.set(what, SENDER[what])
  canaries.set('recipient', 'Ama Mensah')
  canaries.set('client secret', sent.clientSecret)
  canaries.set('customer session secret', sent.customerSessionClientSecret)
  const shared = tour.visits.find(({ operation }) => operation.id === 'trackTransfer')
  canaries.set('tracking token', shared?.input.params?.['token'] ?? '')
  canaries.set('ID token', (client.bearer ?? '').split('.')[2] ?? '')
  for (const [cookie, value] of client.cookies) if (value.length > 20) canaries.set(`cookie ${cookie}`, value)
  tour.inbox.handedOut.forEach((value, index) => canaries.set(`code or link ${index}`, value))
})
afterAll(async () => {
  await processes.stop()
  await collector.close()
})

it('no personal data and no secret is in any log, whatever the call and whatever fails', () => {
  expect(tour.missing.filter((id) => id !== 'deleteUser')).toEqual([])
  const { written } = processes
  const sizes = Object.entries(written).map(([who, parts]) => {
    const text = parts.join('')
    return `${who} ${Buffer.byteLength(text)} bytes, ${text.split('\n').length - 1} lines`
  })
  console.log(`${canaries.size} canaries looked for in: ${sizes.join('; ')}`)
  expect(canaries.size).toBeGreaterThan(15)
  expect(findings(written)).toEqual([])
  expect(written.server.join('').split('\n').length).toBeGreaterThan(300)
  expect(written.postgres.join('')).toContain('ready to accept connections')
})

it('no personal data and no secret is in any span', async () => {
  await vi.waitFor(() => expect(collector.spans.length).toBeGreaterThan(300), PATIENCE)
  // Without times and random ids, in which six digits may resemble a code.
  const spans = collector.spans.map(
    ({ name, service, attributes: { 'sesa.request_id': _, ...attributes } }) =>
      JSON.stringify({ name, service, attributes }),
  )
  expect(findings({ spans })).toEqual([])
})

it('the search finds a planted value', () => {
  for (const [what, value] of canaries)
    expect(
      findings({ planted: [`{"msg":"hello ${value.slice(0, 3)}`, `${value.slice(3)} there"}\n`] }),
    ).toContain(`${what} in planted`)
  expect(canaries.size).toBeGreaterThan(15)
})

it('an error’s answer reveals neither the input nor internals', () => {
  const failures = tour.visits.filter(({ answer }) => answer.status >= 400)
  for (const { answer } of failures)
    expect(answer.text).not.toMatch(/\bat .*\.ts:|node_modules|select .* from|PostgreSQL/i)
})
