import { IDENTITY_CHECK_REASONS } from '@sesa/contract'
import { expect, it, test } from 'vitest'
import { createSmileId } from './index.ts'
import { SMILE_ID_ACTIONS, SMILE_ID_OUTCOMES, smileIdOutcome } from './outcomes.ts'
import { signTime } from './signature.ts'

const SIGNER = { partnerId: '2001', apiKey: 'key' }
const JOB = '00000000-0000-4000-8000-000000000001'
/** The documented codes. */
const CODES = ['0001', '0810', '1012', '1013', '1014', '1015', '1016', '1020', '1021', '1022', '1023']

it('every documented code has a meaning', () => {
  expect(Object.keys(SMILE_ID_OUTCOMES).toSorted()).toEqual(CODES)
  for (const { reason, state } of [...Object.values(SMILE_ID_OUTCOMES), ...Object.values(SMILE_ID_ACTIONS)])
    if (state !== 'verified') expect(IDENTITY_CHECK_REASONS).toHaveProperty(String(reason))
})

test.each([
  ['0810', {}, 'verified', null],
  ['0810', { Liveness_Check: 'Failed' }, 'needs_review', 'document_suspect'],
  ['0811', { Verify_Document: 'Failed' }, 'failed_retryable', 'document_unreadable'],
  ['0811', { Selfie_To_ID_Card_Compare: 'Failed' }, 'failed_retryable', 'selfie_mismatch'],
  ['0811', { Verify_Document: 'Under Review' }, 'needs_review', 'unknown'],
  ['9999', {}, 'needs_review', 'unknown'],
  ['toString', {}, 'needs_review', 'unknown'],
] as const)('%s with %j is %s', (code, actions, state, reason) => {
  expect(smileIdOutcome(code, actions)).toEqual({ state, reason })
})

const signed = (timestamp = new Date().toISOString()) => ({
  timestamp,
  signature: signTime(SIGNER, timestamp),
})
const RESULT = {
  ResultCode: '0810',
  IsFinalResult: 'true',
  PartnerParams: { job_id: JOB },
  ...{ FullName: 'Fatu Kamara', DOB: '1990-04-02', IDNumber: 'PP1', Country: 'LR' },
  ExpirationDate: 'Not Available',
}
const answering = (body: object, status = 200) =>
  createSmileId(
    {
      ...SIGNER,
      ...{ baseUrl: 'https://smile.example', companyName: 'Sesa', publicUrl: 'https://sesa.example' },
    },
    () => Promise.resolve(new Response(JSON.stringify(body), { status })),
  )
const reading = async (change: object, status = 200) =>
  answering({ ...signed(), job_complete: true, result: RESULT, ...change }, status).read(JOB)

it('reads a final result with its person', async () => {
  expect(await reading({})).toMatchObject({
    ok: true,
    value: { state: 'verified', code: '0810', person: { name: 'Fatu Kamara', documentExpires: null } },
  })
})

it('waits for the final result of a job', async () => {
  const state = async (change: object, status = 200) => {
    const answer = await reading(change, status)
    return answer.ok ? answer.value.state : answer.reason
  }
  expect(await state({ result: { ...RESULT, IsFinalResult: 'false' } })).toBe('processing')
  expect(await state({ job_complete: false })).toBe('processing')
  expect(await state({ job_complete: false, result: 'No zip uploaded yet' })).toBe('waiting_for_user')
  expect(await state({}, 404)).toBe('waiting_for_user')
  expect(await state({}, 500)).toBe('unknown')
})

it('trusts no answer that is unsigned, old, or about another job', async () => {
  const unknown = { ok: false, reason: 'unknown' }
  expect(await reading({ signature: 'AAAA' })).toEqual(unknown)
  expect(await reading(signed('2020-01-01T00:00:00.000Z'))).toEqual(unknown)
  expect(await reading({ result: { ...RESULT, PartnerParams: { job_id: 'another' } } })).toEqual(unknown)
})

it('reads only genuine callbacks', () => {
  const provider = answering({})
  const read = (body: object) => provider.readNotification(Buffer.from(JSON.stringify(body)), {})
  const body = { ...signed(), PartnerParams: { job_id: JOB } }
  expect(read(body)).toEqual({ reference: JOB })
  expect(read({ ...body, signature: `${body.signature}A` })).toBe('refused')
  expect(read({ ...body, timestamp: '2026-01-01T00:00:00.000Z' })).toBe('refused')
  expect(read({ ...body, ...signed('2020-01-01T00:00:00.000Z') })).toBe('refused')
  expect(read({ ...body, PartnerParams: {} })).toBe('refused')
})
