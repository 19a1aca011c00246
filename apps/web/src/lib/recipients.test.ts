import type { Recipient } from '@sesa/contract'
import { expect, test } from 'vitest'
import { callName, findRecipients } from './recipients.ts'

const person = (name: string, change: Partial<Recipient> = {}): Recipient => ({
  id: name,
  name,
  nickname: null,
  favourite: false,
  country: 'GH',
  phone: '+233241234567',
  network: 'mtn',
  check: { verdict: 'unknown', name: null, checkedAt: null },
  lastSentAt: null,
  payment_id: null,
  transfers: 0,
  ...change,
})

const PEOPLE = [
  person('Ama Mensah'),
  person('Kofi Boatèng', { nickname: 'Uncle', phone: '+233201112222' }),
  person('Esi Mensah', { favourite: true }),
]
const found = (text: string) => findRecipients(PEOPLE, text).map(({ name }) => name)

test.each([
  ['', ['Esi Mensah', 'Ama Mensah', 'Kofi Boatèng']],
  ['mensah', ['Esi Mensah', 'Ama Mensah']],
  ['mensah am', ['Ama Mensah']],
  ['boateng', ['Kofi Boatèng']],
  ['UNCLE', ['Kofi Boatèng']],
  ['020 111', ['Kofi Boatèng']],
  ['+233 20', ['Kofi Boatèng']],
  ['nobody', []],
])('searching for “%s” finds %j', (text, names) => expect(found(text)).toEqual(names))

const SPELLED = [
  person('Sean O’Brien'),
  person('Nana Owusu‑Ansah'),
  person('Ɛsi Koné', { nickname: 'N‘Dri' }),
]

test.each([
  ["o'brien", 'Sean O’Brien'],
  ['OBRIEN', 'Sean O’Brien'],
  ['o´brien', 'Sean O’Brien'],
  ['owusu-ansah', 'Nana Owusu‑Ansah'],
  ['owusu–ansah', 'Nana Owusu‑Ansah'],
  ['ansah owusu', 'Nana Owusu‑Ansah'],
  ['esi kone', 'Ɛsi Koné'],
  ['\u200bkone\u0301', 'Ɛsi Koné'],
  ['n’dri', 'Ɛsi Koné'],
])('searching for “%s” finds %s, however it is spelled', (text, name) =>
  expect(findRecipients(SPELLED, text).map((found) => found.name)).toEqual([name]),
)

test.each(['024.123.4567', '+233–24–123–4567', '\u200e0241234567', '٠٢٤١٢٣٤٥٦٧'])(
  'searching for the number %s finds its recipients',
  (text) => expect(found(text)).toEqual(['Esi Mensah', 'Ama Mensah']),
)

test('calls a recipient by nickname, else by first name', () => {
  expect(PEOPLE.map(callName)).toEqual(['Ama', 'Uncle', 'Esi'])
})
