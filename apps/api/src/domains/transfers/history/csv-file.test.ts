import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { addHistory } from '../../../testing/history.ts'
import { recipient, type Sender } from '../../../testing/sender.ts'

const MANY = 10_000

let world: EngineWorld
let sender: Sender
/** The dates of the transfers, oldest first. */
const dates: string[] = []
const counted: string[] = []

beforeAll(async () => {
  world = await startEngineWorld({
    budgetsOf: (call) => {
      counted.push(call)
      return []
    },
  })
  sender = await world.sender()
  for (const [name, amount] of [
    ['Ama Koné', 100_050],
    ['=1+1', 2_000],
    ['Owusu, "Esi"', 3_000],
  ] as const) {
    const opened = await sender.open({ name: 'Ama Mensah' }, amount)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await sql`update transfers set recipient_name = ${name} where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    dates.push((await sender.transfer(opened.id)).date)
  }
  const returned = await sender.open({ phone: recipient('0005'), name: 'Yaw Darko' }, 4_000)
  await world.pay(returned)
  await world.reaches(returned, 'refunded')
  dates.push((await sender.transfer(returned.id)).date)
  // Never charged, so not in any list.
  await sender.open({ name: 'Ama Unpaid' })
})
afterAll(() => world.close())

/** Fetches a file as its bytes, so that the byte order mark is kept. */
async function fetchFile(query = '', userId = sender.userId) {
  const response = await fetch(`${world.base}/user/transactions?format=csv${query}`, {
    headers: { authorization: `Bearer ${userId}` },
  })
  return { response, text: Buffer.from(await response.arrayBuffer()).toString('utf8') }
}

const lines = (text: string): string[] => text.split('\r\n').slice(1, -1)

describe('the file of transfers', () => {
  it('is a download that every spreadsheet reads as UTF-8', async () => {
    const { response, text } = await fetchFile()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch('attachment; filename="sesa-transfers.csv"')
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(text.startsWith('\uFEFF"Date (UTC)","Reference","Recipient",')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
  })

  it.each([
    ['America/Los_Angeles', '2026-11-27 19:05'],
    ['Africa/Monrovia', '2026-11-28 03:05'],
    ['Asia/Kathmandu', '2026-11-28 08:50'],
    ['Etc/GMT+7', '2026-11-27 20:05'],
    ['UTC', '2026-11-28 03:05'],
    ['Nowhere/Else', '2026-11-28 03:05'],
  ])('has the dates that the customer saw in %s', async (zone, date) => {
    const traveller = await world.sender()
    const opened = await traveller.open({ name: 'Ama Mensah' }, 1_000)
    await world.pay(opened)
    await world.reaches(opened, 'sent')
    await sql`update transfers set created_at = '2026-11-28T03:05:00Z' where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    const { text } = await fetchFile(`&zone=${encodeURIComponent(zone)}`, traveller.userId)
    expect(text).toContain(`"Date (${zone === 'Nowhere/Else' ? 'UTC' : zone})","Reference"`)
    expect(lines(text)[0]?.slice(0, 18)).toBe(`"${date}"`)
  })

  it('has a line per charged transfer, newest first, and nothing that a spreadsheet would execute', async () => {
    const [yaw, esi, formula, ama] = lines((await fetchFile()).text)
    expect(yaw).toMatch(/,"Yaw Darko","Ghana","Refunded",40\.00,"USD",0\.00,40\.00,[\d.]+,"GHS"$/)
    expect(esi).toContain(',"Owusu, ""Esi""","Ghana","Sent",30.00,"USD",')
    expect(formula).toContain(`,"'=1+1","Ghana",`)
    expect(ama).toContain(',"Ama Koné","Ghana","Sent",1000.50,"USD",')
    expect(ama?.slice(1, 17)).toBe(dates[0]?.slice(0, 16).replace('T', ' '))
    expect(lines((await fetchFile()).text)).toHaveLength(4)
  })

  it('applies the filters of the list', async () => {
    const count = async (query: string): Promise<number> => lines((await fetchFile(query)).text).length
    expect(await count('&status=refunded')).toBe(1)
    expect(await count('&search=koné')).toBe(1)
    expect(await count(`&from=${dates[1]}&to=${dates[3]}`)).toBe(2)
    expect(await count('&to=2001-01-01T00:00:00.000Z')).toBe(0)
    expect((await fetchFile('&from=2026-13-45T00:00:00Z')).response.status).toBe(400)
    expect((await fetchFile('&format=xml')).response.status).toBe(400)
  })

  it('contains no other customer’s transfers', async () => {
    const stranger = await world.sender()
    expect(lines((await fetchFile('', stranger.userId)).text)).toEqual([])
  })

  it('counts as an export, unlike the list', async () => {
    counted.length = 0
    await fetchFile()
    expect(counted).toEqual(['listTransfers', 'exportData'])
    await sender.call('GET', '/user/transactions')
    expect(counted).toEqual(['listTransfers', 'exportData', 'listTransfers'])
  })

  it('contains all of a long history, read page by page', async () => {
    const owner = await addHistory(world.database.owner, MANY)
    const { text } = await fetchFile('', owner)
    const references = lines(text).map((line) => line.split(',')[1])
    expect(references).toHaveLength(MANY)
    expect(new Set(references).size).toBe(MANY)
  })
})

describe('the totals of a list', () => {
  const totals = async (query: string) =>
    (await sender.call<{ totals?: unknown }>('GET', `/user/transactions?limit=1${query}`)).body.totals

  it('count all matching transfers, and add up delivered amounts', async () => {
    expect(await totals('&totals=true')).toEqual({
      count: 4,
      sent: [{ currency: 'USD', count: 3, amount: 105_050 }],
    })
    expect(await totals('&totals=true&status=refunded')).toEqual({ count: 1, sent: [] })
    expect(await totals('&totals=true&search=koné')).toEqual({
      count: 1,
      sent: [{ currency: 'USD', count: 1, amount: 100_050 }],
    })
    expect(await totals(`&totals=true&from=${dates[1]}&to=${dates[3]}`)).toMatchObject({ count: 2 })
    expect(await totals('')).toBeUndefined()
  })
})
