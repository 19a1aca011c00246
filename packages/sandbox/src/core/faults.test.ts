import { afterEach, beforeEach, expect, it } from 'vitest'
import { startSandbox } from '../testing/sandbox.ts'

let sandbox: Awaited<ReturnType<typeof startSandbox>>
beforeEach(async () => {
  sandbox = await startSandbox('http://127.0.0.1:9')
})
afterEach(() => sandbox.close())

const list = async () => (await sandbox.call('GET', '/sandbox/faults')).json.faults

it('sets, counts down, lists and clears faults', async () => {
  const { status, json } = await sandbox.setFault({ target: 'rates', mode: 'error_500', count: 2 })
  expect([status, json]).toEqual([201, { id: 1, target: 'rates', mode: 'error_500', count: 2 }])
  await sandbox.setFault({ target: 'webhook', mode: 'slow', count: 3, ms: 50 })
  expect((await sandbox.call('GET', '/sandbox/rates/latest')).status).toBe(500)
  expect(await list()).toEqual([
    { id: 1, target: 'rates', mode: 'error_500', count: 1 },
    { id: 2, target: 'webhook', mode: 'slow', count: 3, ms: 50 },
  ])
  const cleared = await sandbox.call('DELETE', '/sandbox/faults', undefined, {
    'content-type': 'application/json',
  })
  expect([cleared.status, cleared.json]).toEqual([200, { faults: [] }])
  expect((await sandbox.call('GET', '/sandbox/rates/latest')).status).toBe(200)
})

it('applies the faults of one target in the order they were set', async () => {
  await sandbox.setFault({ target: 'rates', mode: 'slow', count: 1, ms: 1 })
  await sandbox.setFault({ target: 'rates', mode: 'error_500', count: 1 })
  const answers = []
  for (let call = 0; call < 3; call += 1)
    answers.push((await sandbox.call('GET', '/sandbox/rates/latest')).status)
  expect(answers).toEqual([200, 500, 200])
})

it.each([
  { target: 'bank', mode: 'drop', count: 1 },
  { target: 'card', mode: 'explode', count: 1 },
  { target: 'card', mode: 'slow', count: 0 },
  { target: 'card', mode: 'slow', count: 1.5 },
  { target: 'card', mode: 'slow', count: 1, ms: -1 },
  { target: 'rates', mode: 'drop', count: 1 },
  { target: 'card', mode: 'unavailable', count: 1 },
])('refuses the fault %j', async (fault) => {
  expect((await sandbox.setFault(fault)).status).toBe(400)
  expect(await list()).toEqual([])
})
