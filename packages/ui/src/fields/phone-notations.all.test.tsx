// @vitest-environment happy-dom
// Slow: every usual notation of a number, in every way to enter it.
import { COUNTRIES, findCountry, type CountryCode } from '@sesa/contract'
import { parsePhone } from '@sesa/contract/phone'
import { cleanup, fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Controlled, renderFor } from '../testing/render.tsx'
import { PhoneField, type PhoneCountry } from './phone-field.tsx'

const CODES = ['SL', 'LR', 'GH', 'US'] as const

/** National numbers, including some that start like one of our calling codes. */
const BEGINNINGS: Readonly<Record<CountryCode, readonly string[]>> = {
  SL: ['76', '77', '30', '99'],
  LR: ['77', '88', '555', '76'],
  GH: ['24', '231', '233', '239', '50'],
  US: ['202555', '231555', '212555', '305555'],
}

interface Sample {
  readonly code: string
  readonly national: string
  readonly trunk: string
}

/** Notations with the calling code: they mean the same number whatever country is chosen. */
const INTERNATIONAL: Readonly<Record<string, (sample: Sample) => string>> = {
  'plus sign': ({ code, national }) => `+${code}${national}`,
  'calling code alone': ({ code, national }) => code + national,
  'exit code 00': ({ code, national }) => `00${code}${national}`,
  'exit code 011': ({ code, national }) => `011 ${code} ${national}`,
  'zero in brackets': ({ code, national, trunk }) => `+${code} (${trunk})${national}`,
  'calling code in brackets': ({ code, national }) => `(+${code}) ${national.replace(/(\d{3})/g, '$1-')}`,
  link: ({ code, national }) => `tel:+${code}-${national.replace(/(\d{2})/g, '$1-')}`,
  label: ({ code, national }) => `WhatsApp: +${code} ${national}`,
  'invisible characters': ({ code, national }) =>
    `\u200e\u202a+${code}\u202f${national.slice(0, 4)}\ufeff\u00a0${national.slice(4)}\u202c`,
  'full-width digits': ({ code, national }) => inScript(`＋${code}${national}`, 0xff10),
  'Arabic digits': ({ code, national }) => inScript(`+${code} ${national}`, 0x0660),
}

const NATIONAL: Readonly<Record<string, (sample: Sample) => string>> = {
  'trunk digit': ({ trunk, national }) => trunk + national,
  'no trunk digit': ({ national }) => national,
  dots: ({ trunk, national }) => `${trunk}${national.replace(/(\d{3})/g, '$1.')}`,
  'Persian digits': ({ trunk, national }) => inScript(`${trunk}${national}`, 0x06f0),
}

function inScript(text: string, zero: number): string {
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))
}

function put(field: HTMLInputElement, value: string, inputType: string, isComposing = false): void {
  fireEvent.input(field, { target: { value }, inputType, isComposing })
}

const key = (field: HTMLInputElement, character: string, isComposing = false) =>
  put(field, field.value + character, 'insertText', isComposing)

const WAYS: Readonly<Record<string, (field: HTMLInputElement, text: string) => void>> = {
  'typed key by key': (field, text) => [...text].forEach((each) => key(field, each)),
  pasted: (field, text) => put(field, text, 'insertFromPaste'),
  autofilled: (field, text) => fireEvent.change(field, { target: { value: text } }),
  composed: (field, text) => {
    fireEvent.compositionStart(field)
    for (const each of text) {
      const before = field.value
      key(field, each, true)
      // Formatting within a composition makes the keyboard insert its text twice.
      expect(field.value).toBe(before + each)
    }
    fireEvent.compositionEnd(field)
  },
}

/** Enters a text into a new field, and returns the form's value and the displayed text. */
function enter(text: string, way: string, countries: readonly CountryCode[], country: PhoneCountry) {
  let value = ''
  const { container } = renderFor(
    <Controlled initial="" onChange={(next: string) => (value = next)}>
      {(current, onChange) => (
        <PhoneField
          id="phone"
          label="Phone"
          value={current}
          countries={COUNTRIES.filter(({ code }) => countries.includes(code))}
          {...{ onChange, country }}
        />
      )}
    </Controlled>,
  )
  const field = container.querySelector('input') ?? expect.fail('no field')
  WAYS[way]?.(field, text)
  fireEvent.blur(field)
  const shown = field.value
  cleanup()
  return { value, shown }
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

it('is the number that was entered: four countries, every usual notation, way and chosen country', () => {
  let tried = 0
  const sample = fc.sample(fc.stringMatching(/^[0-9]{7}$/), { numRuns: 40, seed: 29 })
  const numberOf = (country: CountryCode, at: number): Sample => {
    const dialCode = findCountry(country)?.dialCode ?? ''
    const length = { SL: 8, LR: 9, GH: 9, US: 10 }[country]
    const [beginnings, code] = [BEGINNINGS[country], dialCode.slice(1)]
    const all = beginnings.flatMap((beginning) => sample.map((rest) => (beginning + rest).slice(0, length)))
    const valid = all.filter((national) => parsePhone(dialCode + national).ok)
    return { code, national: valid[(at * 37) % valid.length] ?? '', trunk: country === 'US' ? '1' : '0' }
  }
  for (const country of CODES)
    for (const way of Object.keys(WAYS)) {
      const cases = [
        ...Object.entries(NATIONAL).map((notation) => ({ notation, chosen: [country] as PhoneCountry[] })),
        ...Object.entries(INTERNATIONAL)
          .filter(([name]) => country !== 'US' || name !== 'zero in brackets')
          .map((notation) => ({ notation, chosen: [...CODES, null] })),
      ]
      for (const {
        notation: [name, write],
        chosen,
      } of cases)
        for (const choice of chosen) {
          const number = numberOf(country, tried)
          const e164 = `+${number.code}${number.national}`
          const text = write(number)
          const about = `${JSON.stringify(text)} (${name}), ${way}, with ${choice ?? 'International'}`
          const free = enter(text, way, CODES, choice)
          expect(free.value, about).toBe(e164)
          expect(digitsOf(free.shown).endsWith(number.national), about).toBe(true)
          tried += 1
          // A recipient's field has one country: another country's number stays visible and is refused.
          if (choice === null || (choice !== country && way !== 'pasted')) continue
          const one = enter(text, way, [choice], choice)
          expect(one.value, about).toBe(e164)
          const judged = parsePhone(one.value, choice)
          expect(judged.ok ? judged.phone.e164 : judged.reason, about).toBe(
            choice === country ? e164 : 'phone_wrong_country',
          )
          tried += 1
        }
    }
  // 4 countries x 4 ways x 15 notations x the chosen countries, in fields with and without a choice.
  expect(tried).toBe(1_289)
})

it('turns no number into another one when a digit is missing, wrong or too many', () => {
  const damaged = fc.record({
    country: fc.constantFrom(...CODES),
    chosen: fc.constantFrom<PhoneCountry>(...CODES, null),
    notation: fc.constantFrom(...Object.values(INTERNATIONAL), ...Object.values(NATIONAL)),
    way: fc.constantFrom(...Object.keys(WAYS)),
    rest: fc.stringMatching(/^\d{4,9}$/),
    beginning: fc.nat(3),
  })
  fc.assert(
    fc.property(damaged, ({ country, chosen, notation, way, rest, beginning }) => {
      const national = (BEGINNINGS[country][beginning] ?? '') + rest
      const code = findCountry(country)?.dialCode.slice(1) ?? ''
      const { value, shown } = enter(
        notation({ code, national, trunk: country === 'US' ? '1' : '0' }),
        way,
        CODES,
        chosen,
      )
      expect(digitsOf(shown).endsWith(national)).toBe(true)
      const judged = parsePhone(value)
      if (judged.ok) expect(judged.phone.e164.endsWith(national)).toBe(true)
    }),
    { numRuns: 150 },
  )
})
