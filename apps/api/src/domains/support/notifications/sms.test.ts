import { expect, it } from 'vitest'
import { isGsm7, ONE_TEXT, toGsm7 } from '../../../lib/gsm7.ts'
import { arrivalSms, arrivedSms, paidSms } from './sms.ts'

const TOKEN = 'Abcdefghij_-0123456789'
const SHORT = `https://sesa.com/track/${TOKEN}`
const MEDIUM = `https://transfers.sesa-money.example/track/${TOKEN}`
const LONG = `https://money-transfer.staging.sesa-liberia.example.com:8443/track/${TOKEN}`
const SMALL = 'GHS 500.00'
/** The maximum amount that one transfer can deliver, in the currency with the most digits. */
const LARGE = 'LRD 99,999,999.99'

it.each([
  ['a usual name', 'Fatu Kamara', SMALL, SHORT, 'Sesa: GHS 500.00 from Fatu K. is in your'],
  ['a name of 20 letters', 'Oluwaseyifunmilayomi Adebayo', LARGE, SHORT, ' from Oluwaseyifunmilay A. is'],
  ['a long name and address', 'Oluwaseyifunmilayomi Adebayo', SMALL, MEDIUM, ' from Oluwaseyifunmilay is'],
  ['an amount that leaves an initial', 'Oluwaseyifunmilayomi Adebayo', LARGE, MEDIUM, ' from O. is'],
  [
    'an address that leaves no name',
    'Fatu Kamara',
    LARGE,
    LONG,
    'Sesa: LRD 99,999,999.99 is in your wallet. Ref ',
  ],
  ['no name', null, SMALL, SHORT, 'Sesa: GHS 500.00 is in your mobile money wallet.'],
  ['letters that a phone network lacks', 'Kɔfi Ɔsei', SMALL, SHORT, ' from Kofi O. is'],
  ['marks that a phone network lacks', 'Ọlágòkè Ṣàngó', SMALL, SHORT, ' from Olagòkè S. is'],
  ['an apostrophe', 'N’Dri Kouassi', SMALL, SHORT, " from N'Dri K. is"],
  ['an alphabet without nearest letters', 'ꕉꕜꕮ ꔔꘋ', SMALL, SHORT, 'Sesa: GHS 500.00 is in your mobile'],
  [
    'a name that phones would take for a link',
    'evil.com',
    SMALL,
    SHORT,
    'Sesa: GHS 500.00 is in your mobile',
  ],
])('fits %s into one text with the link', (_what, sender, received, link, words) => {
  const text = arrivalSms({ received, sender, reference: 'S-12345678', link })
  expect(text).toContain(words)
  expect(text.endsWith(` ${link}`)).toBe(true)
  expect(text).toContain('S-12345678')
  expect(text.length).toBeLessThanOrEqual(ONE_TEXT)
  expect(isGsm7(text)).toBe(true)
})

it('leaves out the parts that do not fit next to a URL of any length, and stays one text', () => {
  const texts = Array.from({ length: 160 }, (_, letters) => {
    const link = `https://${'a'.repeat(letters)}.example/track/${TOKEN}`
    return arrivalSms({ received: LARGE, sender: 'Fatu Kamara', reference: 'S-12345678', link })
  })
  for (const text of texts) expect(text.length).toBeLessThanOrEqual(ONE_TEXT)
  expect(texts.at(-1)).toBe('Sesa: LRD 99,999,999.99 is in your mobile money wallet. Reference S-12345678.')
  expect(texts.some((text) => /^Sesa: LRD 99,999,999\.99 arrived\. https/.test(text))).toBe(true)
})

const TRANSFER = {
  paid: 'LRD 4,000.00',
  received: 'GHS 267.83',
  recipient: 'Ama Mensah',
  phone: '+233245004684',
  reference: 'S-36JQADQE',
}

it.each([
  ['a usual name', TRANSFER, ' to send Ama M. GHS 267.83.', 'GHS 267.83 for Ama M. is'],
  ['letters that a phone network lacks', { ...TRANSFER, recipient: 'Kɔfi Ɔsei' }, ' Kofi O. ', ' Kofi O. '],
  [
    'an alphabet without nearest letters',
    { ...TRANSFER, recipient: 'ꕉꕜꕮ ꔔꘋ' },
    ' to send GHS 267.83.',
    'GHS 267.83 is',
  ],
  [
    'a name that phones would take for a link',
    { ...TRANSFER, recipient: 'evil.com' },
    ' to send GHS 267.83.',
    'GHS 267.83 is',
  ],
  [
    'the longest name and amounts',
    { ...TRANSFER, paid: LARGE, received: LARGE, recipient: 'Oluwaseyifunmilayomi Adebayo' },
    ' to send Oluwaseyifunmilay A. LRD 99,999,999.99.',
    'LRD 99,999,999.99 for Oluwaseyifunmilay A. is',
  ],
])(
  'tells the sender of a payment and an arrival in one text without a link: %s',
  (_what, transfer, paid, arrived) => {
    for (const [text, words] of [
      [paidSms(transfer), paid],
      [arrivedSms(transfer), arrived],
    ] as const) {
      expect(text).toContain(words)
      expect(text).toMatch(/^Sesa: .* Reference S-36JQADQE\.$/)
      expect(text.length).toBeLessThanOrEqual(ONE_TEXT)
      expect(isGsm7(text)).toBe(true)
      expect(text).not.toMatch(/https?:|[a-z]\.[a-z]{2,}|245004684/i)
    }
    expect(paidSms(transfer)).toContain(`You paid ${transfer.paid} `)
    expect(arrivedSms(transfer)).toContain(' in the mobile money wallet ending 4684. ')
  },
)

it('keeps the letters that phone networks support', () => {
  expect(toGsm7('Éloïse Nuñez à Ålesund')).toBe('Éloise Nuñez à Ålesund')
  expect(isGsm7('₵500')).toBe(false)
})
