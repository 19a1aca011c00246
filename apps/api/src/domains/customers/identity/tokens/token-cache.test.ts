import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { newNumber, startIdentityApp, type IdentityApp } from '../../../../testing/identity-app.ts'
import { createTokenCache } from './token-cache.ts'
import { createTokens } from './tokens.ts'

const POOL_THREADS = 4

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())
afterEach(() => vi.useRealTimers())

it('answers a signed-in call while every thread of the pool is busy', async () => {
  const browser = await world.signIn(newNumber())
  await browser.send('GET', '/user/auth')
  const folder = await mkdtemp(join(tmpdir(), 'sesa-pool-'))
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  // Opening a pipe for reading blocks a thread until the pipe is opened for writing.
  const opening = Array.from({ length: POOL_THREADS }, () => open(pipe, 'r'))
  const answer = await Promise.race([browser.send('GET', '/user/auth'), sleep(20_000, null, { ref: false })])
  const writer = openSync(pipe, 'r+')
  for (const reader of await Promise.all(opening)) await reader.close()
  closeSync(writer)
  await rm(folder, { recursive: true })
  expect(answer?.status).toBe(200)
})

it('refuses a cached token once its session has ended', async () => {
  const browser = await world.signIn(newNumber())
  expect((await browser.send('GET', '/user/auth')).status).toBe(200)
  await browser.send('POST', '/auth/sign-out')
  expect((await browser.send('GET', '/user/auth')).code).toBe('unauthenticated')
})

it('refuses a cached token once its 15 minutes are over', async () => {
  const { db } = world.database
  const tokens = createTokens({ db, issuer: 'http://localhost:3000', secret: randomBytes(32) })
  const userId = '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f'
  const subject = { userId, sessionId: userId, authTime: new Date(), phoneNumber: null }
  const { idToken } = await tokens.issue(subject)
  expect(await tokens.verify(idToken)).toEqual({ userId, sessionId: userId })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 60_000 })
  expect(await tokens.verify(idToken)).toEqual({ userId, sessionId: userId })
  vi.setSystemTime(Date.now() + 61_000)
  expect(await tokens.verify(idToken)).toBeNull()
})

it('keeps the newest tokens and rejects any that differs by a letter', () => {
  const cache = createTokenCache<number>(2)
  const later = Date.now() + 60_000
  for (const [n, token] of ['one', 'two', 'three'].entries()) cache.set(token, n, later)
  expect(cache.get('three', later)).toBeUndefined()
  cache.set('three', 2, later)
  expect(['one', 'two', 'three', 'three=', 'Three'].map((token) => cache.get(token, later - 1))).toEqual([
    undefined,
    1,
    2,
    undefined,
    undefined,
  ])
})
