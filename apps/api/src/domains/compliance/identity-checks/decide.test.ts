import { IDENTITY_CHECK_STATES } from '@sesa/contract'
import { describe, expect, it, test } from 'vitest'
import { decide, MOST_FAILURES, type OnFile } from './decide.ts'
import type { CheckedPerson, Reading } from './ports.ts'

const PERSON: CheckedPerson = {
  name: 'FATU KAMARA',
  dob: '1990-04-02',
  documentType: 'passport',
  documentCountry: 'LR',
  documentNumber: 'PP1',
  documentExpires: '2034-12-31',
}
const ON_FILE: OnFile = {
  state: 'processing',
  submission: null,
  failures: 0,
  name: 'Fatu Kamara',
  dob: '1990-04-02',
  isDuplicate: false,
  today: '2026-11-26',
}
const verified = (change: Partial<CheckedPerson> = {}): Reading => ({
  ...{ state: 'verified', reason: null, code: null, submission: 's1' },
  person: { ...PERSON, ...change },
})
const failed = (submission: string | null): Reading => ({
  ...{ state: 'failed_retryable', reason: 'selfie_mismatch', code: 'x', submission, person: null },
})

test.each([
  [{}, {}, 'verified', null],
  [{ documentExpires: null }, {}, 'verified', null],
  [{ documentExpires: '2026-11-26' }, {}, 'verified', null],
  [{ documentExpires: '2026-11-25' }, {}, 'failed_retryable', 'document_expired'],
  [{ dob: '2008-11-26' }, { dob: '2008-11-26' }, 'verified', null],
  [{ dob: '2008-11-27' }, { dob: '2008-11-27' }, 'failed_final', 'under_age'],
  [{ dob: '1990-04-03' }, {}, 'needs_review', 'birth_date_mismatch'],
  [{ name: 'Kamara Fatu' }, {}, 'verified', null],
  [{ name: 'Fatu Sesay' }, {}, 'waiting_for_user', 'name_mismatch'],
  [{}, { isDuplicate: true }, 'needs_review', 'duplicate_person'],
  [{ documentNumber: null }, {}, 'needs_review', 'details_missing'],
  [{ dob: null }, {}, 'needs_review', 'details_missing'],
  [{ name: null }, {}, 'needs_review', 'details_missing'],
] as const)('a document with %j, and %j on file, is %s (%s)', (document, onFile, state, reason) => {
  expect(decide(verified(document), { ...ON_FILE, ...onFile })).toEqual({ state, reason })
})

describe('a result', () => {
  it('changes nothing once the check has ended', () => {
    for (const state of ['verified', 'needs_review', 'failed_final', 'expired'] as const)
      for (const reading of [verified(), failed('s2')])
        expect(decide(reading, { ...ON_FILE, state })).toBeNull()
  })

  it('of an earlier submission does not fail a new one', () => {
    const again = { ...ON_FILE, state: 'waiting_for_user', submission: 's1' } as const
    expect(decide(failed('s1'), again)).toBeNull()
    expect(decide(failed('s2'), again)).toMatchObject({ state: 'failed_retryable' })
  })

  it('that is older than the submission does not revert it', () => {
    const waiting: Reading = { ...failed(null), state: 'waiting_for_user', reason: null }
    expect(decide(waiting, ON_FILE)).toBeNull()
  })

  it('goes to staff after too many failures', () => {
    const last = { ...ON_FILE, failures: MOST_FAILURES - 1 }
    expect(decide(failed('s9'), last)).toEqual({ state: 'needs_review', reason: 'too_many_attempts' })
  })

  it('never leads to a state that only we set', () => {
    for (const state of IDENTITY_CHECK_STATES) {
      const outcome = decide(verified(), { ...ON_FILE, state })
      expect(['not_started', 'expired']).not.toContain(outcome?.state)
    }
  })
})
