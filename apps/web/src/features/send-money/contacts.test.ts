import { expect, test } from 'vitest'
import { withContact, type Contact } from './contacts.tsx'
import { emptyValues } from './draft/values.ts'

const values = { ...emptyValues('LR'), country: 'GH', network: 'vodafone', relationship: 'sister' } as const

test.each<[string, Contact, object]>([
  [
    'one number, in any notation',
    { name: ['Ama Mensah'], tel: ['(024) 111-1234'] },
    { country: 'GH', name: 'Ama Mensah', phone: '+233241111234', network: 'mtn' },
  ],
  [
    'several numbers, of which one is in the chosen country',
    { name: [' Ama '], tel: ['+23276123456', '00233241111234'] },
    { country: 'GH', name: 'Ama', phone: '+233241111234', network: 'mtn' },
  ],
  [
    'a number in another country that we send to',
    { name: ['Isata'], tel: ['+23177123456', '+23276123456'] },
    { country: 'SL', name: 'Isata', phone: '+23276123456', network: 'orange' },
  ],
  [
    'a number that we cannot send to: it is shown, and refused on Continue',
    { name: ['Uncle'], tel: ['+12135550123'] },
    { country: 'GH', name: 'Uncle', phone: '+12135550123', network: '' },
  ],
  ['no number', { name: ['Uncle'] }, { country: 'GH', name: 'Uncle', phone: '', network: '' }],
])('fills in a contact with %s', (_what, contact, change) => {
  expect(withContact(values, contact, 'LR')).toMatchObject({ ...change, method: 'momo', relationship: '' })
})
