import { expect, it } from 'vitest'
import { foldName, isolateName, plainText } from './fold-name.ts'

it.each([
  ['O’Brien', ["O'Brien", 'O‘Brien', 'OʼBrien', 'O`Brien', 'O´Brien', 'O′Brien', 'obrien', 'O’Bri\u200ben']],
  ['Owusu-Ansah', ['Owusu‐Ansah', 'Owusu‑Ansah', 'Owusu–Ansah', 'Owusu—Ansah', 'Owusu−Ansah', 'owusu ansah']],
  ['Nana Koné', ['nana kone', 'NANA KONE\u0301', ' Nana  Kone ', '\u200eNana\u00a0Koné\ufeff']],
  ['Ɛsi Ɔkɔ', ['Esi Oko', 'ɛsi ɔkɔ']],
  ['Ŋutifafa Ɖeɖe', ['nutifafa dede']],
  ['Søren Łuk', ['soren luk']],
  ['Nana Yaa Mensah Jr.', ['nana yaa mensah jr']],
  ['김민준', ['김민준'.normalize('NFD')]],
])('folds %s like every other way to write it', (name, others) => {
  expect(others.map(foldName)).toEqual(others.map(() => foldName(name)))
})

it('keeps different names apart', () => {
  const names = ['Ama', 'Amma', 'Kofi', 'Owusu Ansah', 'OwusuAnsah', 'محمد', 'محمود', '']
  expect(new Set(names.map(foldName)).size).toBe(names.length)
})

it.each([
  ['Ama Mensah', 'Ama Mensah'],
  ['Ɛsi Koné', 'Ɛsi Koné'],
  ['محمد علي', '\u2068محمد علي\u2069'],
  ['אברהם', '\u2068אברהם\u2069'],
  ['ߞߊߙߊߡߐ', '\u2068ߞߊߙߊߡߐ\u2069'],
])('isolates %s from the number next to it only if it is read from right to left', (name, isolated) => {
  expect(isolateName(name)).toBe(isolated)
})

it.each([
  ['\u200e+231\u202f77\ufeff', '+231 77'],
  ['٠٧٧', '077'],
  ['۰۷۷', '077'],
  ['०७७ ', '077'],
  ['０７７', '077'],
])('reads %j in a search as %s', (typed, read) => expect(plainText(typed)).toBe(read))
