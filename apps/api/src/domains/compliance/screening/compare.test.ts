import { expect, test } from 'vitest'
import { compareFacts } from './compare.ts'

const OURS = { name: 'Selorm Agbeko', birthDate: '1977-08-08', country: 'GH' }
const details = (otherNames: readonly string[], countries: readonly string[]) => ({
  ...{ otherNames, countries },
  ...{ programmes: [], sources: [] },
})
const THEIRS = {
  caption: 'Selorm Agbeko',
  birthDates: ['1977-08-08'],
  details: details(['Agbeko Selorm'], ['GH']),
}
const marksOf = (
  ours: Partial<Record<keyof typeof OURS, string | null>>,
  theirs: Partial<typeof THEIRS> | object,
) => compareFacts({ ...OURS, ...ours }, { ...THEIRS, ...theirs }).map(({ mark }) => mark)

test.each([
  ['everything', {}, {}, ['agrees', 'agrees', 'agrees', 'agrees']],
  ['another name', { name: 'Hawa Kollie' }, {}, ['differs', 'differs', 'agrees', 'agrees']],
  [
    'an initial',
    { name: 'S. Agbeko Mensah' },
    { caption: 'Selorm Agbeko Mensah' },
    ['similar', 'similar', 'agrees', 'agrees'],
  ],
  ['no birth date of ours', { birthDate: null }, {}, ['agrees', 'agrees', 'not_given', 'agrees']],
  ['no birth date of theirs', {}, { birthDates: [] }, ['agrees', 'agrees', 'not_given', 'agrees']],
  ['a year alone', {}, { birthDates: ['1977'] }, ['agrees', 'agrees', 'similar', 'agrees']],
  ['a month alone', {}, { birthDates: ['1977-08'] }, ['agrees', 'agrees', 'similar', 'agrees']],
  ['another year', {}, { birthDates: ['1971'] }, ['agrees', 'agrees', 'differs', 'agrees']],
  [
    'the best of two dates',
    {},
    { birthDates: ['1971', '1977-08-08'] },
    ['agrees', 'agrees', 'agrees', 'agrees'],
  ],
  ['no country of ours', { country: null }, {}, ['agrees', 'agrees', 'agrees', 'not_given']],
  [
    'other countries',
    {},
    { details: details([], ['TG', 'BJ']) },
    ['agrees', 'not_given', 'agrees', 'differs'],
  ],
  [
    'one of two countries',
    {},
    { details: details([], ['TG', 'GH']) },
    ['agrees', 'not_given', 'agrees', 'agrees'],
  ],
  ['no details', {}, { details: null }, ['agrees', 'not_given', 'agrees', 'not_given']],
  [
    'details of an earlier release',
    {},
    { details: undefined },
    ['agrees', 'not_given', 'agrees', 'not_given'],
  ],
  ['a person who was erased', { name: null, birthDate: null, country: null }, {}, Array(4).fill('not_given')],
])('%s: %j beside %j', (_case, ours, theirs, marks) => {
  expect(marksOf(ours, theirs)).toEqual(marks)
})
