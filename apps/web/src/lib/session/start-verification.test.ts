import { createChallenge, verifySolution, type Challenge, type Solution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startVerification } from './start-verification.ts'
import { startScriptedServer, type ScriptedServer } from '@sesa/test-kit/scripted-server'

const PHONE = '+231770123456'
const STARTED = {
  status: 202,
  body: { verificationId: 'v-1', resendAfter: '2026-11-21T10:00:30Z', expiresAt: '2026-11-21T10:10:00Z' },
}
const wanted = (challenge: string) => ({
  status: 403,
  body: {
    error: {
      code: 'proof_required',
      message: 'One more check.',
      field: 'phoneNumber',
      details: { challenge },
      requestId: 'r',
    },
  },
})

let server: ScriptedServer

/** Replaces the browser's worker, which Node does not have, with one that answers with `answer`. */
function workersAnswer(answer: (challenge: string) => string | null | Error): { ended: number } {
  const count = { ended: 0 }
  class FakeWorker {
    onmessage: ((event: { data: unknown }) => void) | null = null
    onerror: (() => void) | null = null
    postMessage(challenge: string): void {
      const data = answer(challenge)
      queueMicrotask(() => (data instanceof Error ? this.onerror?.() : this.onmessage?.({ data })))
    }
    terminate(): void {
      count.ended++
    }
  }
  vi.stubGlobal('Worker', FakeWorker)
  return count
}

beforeAll(async () => {
  server = await startScriptedServer()
  vi.stubGlobal('document', { querySelector: () => ({ content: server.origin }) })
})
afterAll(() => server.stop())
beforeEach(() => {
  server.received.length = 0
})

const bodies = () => server.received.map(({ body }) => body)

describe('a code that requires proof of work', () => {
  test('is requested again with the proof, and the worker stops', async () => {
    const workers = workersAnswer((challenge) => `proof of ${challenge}`)
    server.next(wanted('one'), STARTED)
    const { verification } = await startVerification(PHONE)
    expect(verification).toMatchObject({ verificationId: 'v-1', lastDigits: '56' })
    expect(bodies()).toEqual([{ phoneNumber: PHONE }, { phoneNumber: PHONE, proof: 'proof of one' }])
    expect(workers.ended).toBe(1)
  })

  test('is requested with one more proof when the first was too late, then not again', async () => {
    workersAnswer((challenge) => `proof of ${challenge}`)
    server.next(wanted('one'), wanted('two'), STARTED)
    expect((await startVerification(PHONE)).error).toBeUndefined()
    server.received.length = 0
    server.next(wanted('one'), wanted('two'), wanted('three'))
    const { error } = await startVerification(PHONE)
    expect(bodies()).toHaveLength(3)
    expect(error?.message).toContain('We couldn’t finish the security check')
  })

  test('explains what to do when the work fails, without an error at a field', async () => {
    for (const answer of [null, new Error('the code did not arrive')]) {
      workersAnswer(() => answer)
      server.next(wanted('one'))
      const { error } = await startVerification(PHONE)
      expect(error).toMatchObject({ code: 'proof_required', message: expect.stringContaining('try again') })
      expect(error).not.toHaveProperty('field')
    }
    vi.stubGlobal('Worker', undefined)
    server.next(wanted('one'))
    expect((await startVerification(PHONE)).error?.code).toBe('proof_required')
    expect(bodies()).toHaveLength(3)
  })
})

describe('the worker', () => {
  const secrets = { hmacSignatureSecret: 'a'.repeat(32), hmacKeySignatureSecret: 'b'.repeat(32) }
  let work: (challenge: unknown) => Promise<string | null>

  beforeAll(async () => {
    let listener: ((event: { data: unknown }) => void) | undefined
    let answered: (answer: string | null) => void = () => undefined
    vi.stubGlobal('self', {
      addEventListener: (_type: string, heard: typeof listener) => {
        listener = heard
      },
      postMessage: (answer: string | null) => answered(answer),
    })
    await import('./proof-worker.ts')
    work = (challenge) =>
      new Promise((resolve) => {
        answered = resolve
        listener?.({ data: challenge })
      })
  })

  test('answers with a valid proof', async () => {
    const challenge = await createChallenge({
      ...secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost: 10,
      counter: 60,
      deriveKey,
      data: { number: 'mark' },
    })
    const proof = JSON.parse(atob((await work(challenge)) ?? '')) as {
      challenge: Challenge
      solution: Solution
    }
    expect(proof.challenge).toEqual(challenge)
    expect(proof.solution.counter).toBe(60)
    expect(await verifySolution({ ...secrets, ...proof, deriveKey })).toMatchObject({ verified: true })
  })

  test('answers null to an invalid challenge', async () => {
    expect(await work(undefined)).toBeNull()
    expect(await work({ parameters: { keyPrefix: 'zz', nonce: '00', salt: '00' } })).toBeNull()
  })
})
