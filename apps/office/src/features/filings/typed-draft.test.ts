import { expect, it } from 'vitest'
import { sampleCasePage } from '../../testing/compliance-samples.ts'
import { checkable, draftOf, problemsIn, typedFor, type TypedDraft } from './typed-draft.ts'

const ACCOUNT = '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f'
const TYPED: TypedDraft = {
  ...{
    country: 'GH',
    case: 'K-000012',
    knownAt: '2026-11-26T09:30',
    transfers: 'S-00000001, S-00000002 S-00000001',
  },
  ...{ account: '', narrative: ' Many cards. ', action: 'Held.', indicators: 'A1 B2' },
  senders: { 'S-00000001': { taxNumber: '7' }, 'S-00000002': {}, 'S-00000003': { taxNumber: '8' } },
}

it.each<[Partial<TypedDraft>, Record<string, RegExp>]>([
  [{}, {}],
  [{ country: '' }, { country: /Choose/ }],
  [{ case: '12' }, { case: /K-000012/ }],
  [{ case: '' }, {}],
  [{ knownAt: '' }, { knownAt: /a date and time/ }],
  [{ transfers: '' }, { transfers: /or an account/ }],
  [{ transfers: 'S-1' }, { transfers: /^S-1 isn’t a reference/ }],
  [{ account: ACCOUNT }, { account: /Leave blank/ }],
  [{ transfers: '', account: ACCOUNT }, {}],
  [{ transfers: '', account: '17' }, { account: /Copy the account id/ }],
  [{ narrative: ' ' }, { narrative: /grounds for suspicion/ }],
  [{ action: 'x'.repeat(4_001) }, { action: /4000 characters/ }],
  [{ indicators: ' ' }, {}],
])('of %j finds %j', (over, expected) => {
  const found = problemsIn({ ...TYPED, ...over })
  expect(Object.keys(found)).toEqual(Object.keys(expected))
  for (const [field, text] of Object.entries(found)) expect(text).toMatch(expected[field] ?? /$^/)
})

it('makes a draft with each transfer once, and with the facts that were given about its senders', () => {
  expect(draftOf(TYPED)).toEqual({
    ...{ country: 'GH', case: 'K-000012', knownAt: '2026-11-26T09:30:00.000Z' },
    ...{ transfers: ['S-00000001', 'S-00000002'], narrative: 'Many cards.', action: 'Held.' },
    ...{ indicators: ['A1', 'B2'], senders: { 'S-00000001': { taxNumber: '7' } } },
  })
})

it.each<[string, Partial<TypedDraft>, object | null]>([
  [
    'texts that are still empty',
    { narrative: '', action: ' ' },
    { narrative: '…', action: '…', country: 'GH' },
  ],
  ['what is typed', {}, { narrative: 'Many cards.', action: 'Held.' }],
  ['no draft without a country', { country: '' }, null],
  ['no draft without a subject', { transfers: '' }, null],
])('checks %s', (_what, over, expected) => {
  const draft = checkable({ ...TYPED, ...over })
  if (expected === null) expect(draft).toBeNull()
  else expect(draft).toMatchObject(expected)
})

it('begins with the transfers of a case, and only without any with the account', () => {
  const now = Date.parse('2026-11-26T09:30:00Z')
  const about = sampleCasePage()
  expect(typedFor(now, { about, account: ACCOUNT })).toMatchObject({
    country: 'US',
    ...{ case: 'K-000012', transfers: 'S-WP41P001', account: '', knownAt: '2026-11-26T09:30' },
  })
  expect(typedFor(now, { about: { ...about, waiting: [] }, account: ACCOUNT })).toMatchObject({
    country: '',
    ...{ transfers: '', account: ACCOUNT },
  })
})
