import type { RecipientCheck } from '@sesa/contract'
import { expect, test } from 'vitest'
import { holderState } from './holder.ts'

const active = (name: string | null, comparison: RecipientCheck['comparison'] = null): RecipientCheck => ({
  account: 'active',
  name,
  comparison,
  likelyNetwork: null,
})

test.each([
  ['no answer yet', undefined, { kind: 'checking' }],
  ['no answer at all', null, { kind: 'unchecked' }],
  [
    'a network without names',
    { account: 'unsupported', name: null, comparison: null, likelyNetwork: null },
    { kind: 'unsupported' },
  ],
  [
    'a network that is away',
    { account: 'unknown', name: null, comparison: null, likelyNetwork: null },
    { kind: 'unchecked' },
  ],
  ['a wallet without a name', active(null), { kind: 'unnamed' }],
  [
    'no wallet',
    { account: 'inactive', name: null, comparison: null, likelyNetwork: null },
    { kind: 'inactive' },
  ],
  ['a name, nothing typed', active('AMA MENSAH'), { kind: 'named', name: 'AMA MENSAH', shown: 'AMA MENSAH' }],
  ['initials, nothing typed', active('A. M.'), { kind: 'named', name: null, shown: 'A. M.' }],
  ['a match', active('AMA MENSAH', 'match'), { kind: 'match', name: 'AMA MENSAH' }],
  ['nearly the name', active('AMA O. MENSAH', 'close'), { kind: 'close', name: 'AMA O. MENSAH' }],
  [
    'another name',
    active('AMA MENSAH', 'different'),
    { kind: 'different', name: 'AMA MENSAH', shown: 'AMA MENSAH' },
  ],
  ['other initials', active('É. M.', 'different'), { kind: 'different', name: null, shown: 'É. M.' }],
] as const)('%s', (_what, check, state) => expect(holderState(check)).toEqual(state))
