import { describe, expect, it } from 'vitest'
import { ERRORS } from '../errors.ts'
import { readPersonName } from './person-name.ts'

describe('a name', () => {
  it.each([
    'Fatu Kamara',
    'Nana Akua Owusu-Ansah',
    "N'Dri",
    'N’Dri Koffi',
    'Kwame K. Boateng',
    'K. A. Busia',
    'Nana Yaa Mensah Jr.',
    'Ọlá Adébáyọ̀',
    'Gbɛ̃ Akɔ',
    'Ɛsi Ɔkɔ',
    'Ŋutifafa Ɖeɖe',
    'Kpɔnton Wẹ̀lẹ̀',
    'José Ñíguez',
    'Mamadou Ba',
    'Aïssatou Diallo',
    'Jean-Baptiste Ouédraogo',
    'O’Connor',
    "'Abdallah Sillah",
    'X',
    'Зинаида Иванова',
    'محمد علي',
    'አበበ ቢቂላ',
    'ߞߊ߬ߙߊ߬ߡߐ߰',
    'ꕙꔤ',
    '张伟',
    '山田 タロウ',
    '김민준',
  ])('like %s is accepted as typed', (name) => {
    expect(readPersonName(name)).toEqual({ ok: true, name: name.normalize('NFC') })
  })

  it.each([
    ['  Ama   Mensah ', 'Ama Mensah'],
    ['N‘Dri', 'N’Dri'],
    ['Nʼdri', 'N’dri'],
    ['N`Dri', 'N’Dri'],
    ['Ａｍａ Mensah', 'Ama Mensah'],
    ['Ama\u00a0Mensah', 'Ama Mensah'],
    ['Jose\u0301', 'José'],
    ['N´Dri', 'N’Dri'],
    ['N′Dri', 'N’Dri'],
    ['NꞌDri', 'N’Dri'],
    ...[...'‐‑‒–—―−﹘﹣－⁃˗־'].map((hyphen) => [`Owusu${hyphen}Ansah`, 'Owusu-Ansah']),
  ])('like %j is kept as %s', (typed, name) => {
    expect(readPersonName(typed)).toEqual({ ok: true, name })
  })

  it.each([
    ['evil.com', 'link'],
    ['Visit evil-bank.com', 'link'],
    ['Visit .com', 'link'],
    ['Visit evil .com', 'link'],
    ['K.A. Mensah', 'link'],
    ['evil․com', 'link'],
    ['evil．com', 'link'],
    ['ama@evil', 'link'],
    ['https://evil', 'link'],
    ['evil/pay', 'link'],
    ['Аma Мensah', 'scripts'],
    ['Ama Менса', 'scripts'],
    ['Ama Mensαh', 'scripts'],
    ['Ama 张伟', 'scripts'],
    // Lisu letters look like Latin capitals, and no country we serve uses them.
    ['ꓮꓟꓮ ꓟꓰꓠꓢꓮꓧ', 'scripts'],
    ['מרים สมชาย', 'scripts'],
    ['\u115f', 'invisible'],
    ['\u1160', 'invisible'],
    ['\u3164', 'invisible'],
    ['\uffa0', 'invisible'],
    ['Ama\u200bMensah', 'invisible'],
    ['Ama\u200dMensah', 'invisible'],
    ['Ama\u202eMensah', 'invisible'],
    ['Ama \u2066Mensah\u2069', 'invisible'],
    ['\ufeffAma', 'invisible'],
    ['Ama\u00adMensah', 'invisible'],
    ['Ama\u034fMensah', 'invisible'],
    ['Ama\ufe0f', 'invisible'],
    ['', 'letters'],
    ['   ', 'letters'],
    ['-', 'letters'],
    ['.', 'letters'],
    ['\u0301', 'letters'],
    ['R2D2', 'letters'],
    ['<b>Fatu</b>', 'link'],
    ['Ama 🦄', 'letters'],
    ['Ama。com', 'letters'],
    ['Ama·com', 'letters'],
    ['A\u0301\u0302\u0303\u0304\u0305', 'letters'],
    ['a'.repeat(101), 'letters'],
  ])('like %j is refused for its %s', (typed, problem) => {
    const read = readPersonName(typed)
    expect(read).toMatchObject({ ok: false, problem })
    expect(read.ok ? '' : read.message).toMatch(/^[A-Z].*\.$/)
  })

  it.each([
    ['R2D2', '2'],
    ['Ama 🦄', '🦄'],
    ['Ama_Mensah', '_'],
    ['Ama·Mensah', '·'],
    ['Ama “Mensah”', '“'],
    ['Ama (Mensah)', '('],
  ])('like %j is refused with the character that is wrong', (typed, character) => {
    const read = readPersonName(typed)
    expect(read.ok ? '' : read.message).toContain(`“${character}”`)
  })

  it('without letters is refused in the words of the error code', () => {
    expect(readPersonName('')).toMatchObject({ message: ERRORS.name_invalid.message })
  })
})
