import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { deriveKey } from '../../../lib/secrets.ts'
import { createLimitKeys } from './limit-keys.ts'

const SECRET = Buffer.from('a secret of at least 32 characters, for tests')
const keys = createLimitKeys({ secret: SECRET })
const ofPerson = (name: string) => keys.ofPerson(name, '1990-01-02')

it.each([
  ['Sean O’Brien', ["o'brien sean", 'OBRIEN Sean', 'Sean O‘Brien']],
  ['Nana Owusu-Ansah', ['Nana Owusu‐Ansah', 'ansah owusu nana', 'Nana Owusu–Ansah']],
  ['Ɛsi Koné', ['esi kone', 'Esi Kone\u0301', 'ɛsi\u200b koné']],
])('%s is the same person however the name is spelled', (name, others) => {
  for (const other of others) expect(ofPerson(other)[0]).toEqual(ofPerson(name)[0])
})

it('a person is also found under the digest that an earlier release stored', () => {
  const before = createHmac('sha256', deriveKey(SECRET, 'limits'))
    .update('person:1990-01-02:koné ɛsi'.normalize('NFKD').replace(/\u0301/, ''))
    .digest()
  expect(ofPerson('Ɛsi Koné')).toContainEqual(before)
  expect(ofPerson('Ama Mensah')).toHaveLength(1)
})
