import { describe, expect, it } from 'vitest'
import { COMPANY_DETAILS } from '../../testing/legal-details.ts'
import { fillLiveSlots, fillSlots, siteSlots } from './slots.ts'

const COMPANY = {
  publicUrl: 'https://sesa.example',
  sandbox: false,
  support: {
    phone: '+231 77 000 0100',
    email: 'help@sesa.example',
    address: '12 Broad & Mechlin Street <Monrovia>',
    socials: [{ name: 'X', url: 'https://x.example/?a=1&b="2"' }],
  },
  stores: { apple: undefined, google: undefined },
  legal: COMPANY_DETAILS,
}
const slots = siteSlots(COMPANY)

describe('the slots of a document', () => {
  it('are filled with the deployment’s details, as text that cannot become markup', () => {
    expect(fillSlots('<a href="tel:%[tel]">%[phone]</a> %[address]', slots)).toBe(
      '<a href="tel:+231770000100">+231 77 000 0100</a> 12 Broad &amp; Mechlin Street &lt;Monrovia>',
    )
    expect(fillSlots('<a href="%[X]">', slots)).toBe('<a href="https://x.example/?a=1&amp;b=&quot;2&quot;">')
  })

  it('drop regions of unset values and keep regions of set ones', () => {
    const document = 'a%[when Facebook]<a href="%[Facebook]">f</a>%[end]b%[when X]\n<i>x</i>%[end]c'
    expect(fillSlots(document, slots)).toBe('ab\n<i>x</i>c')
    expect(fillSlots('%[when sandbox]Sandbox%[end]', slots)).toBe('')
    expect(fillSlots('%[when sandbox]Sandbox%[end]', { ...slots, sandbox: 'sandbox' })).toBe('Sandbox')
  })

  it.each([
    [undefined, undefined, 'install'],
    ['https://apps.apple.com/app/id1', undefined, 'https://apps.apple.com/app/id1 '],
    [
      undefined,
      'https://play.google.com/store/apps/details?id=a',
      'https://play.google.com/store/apps/details?id=a ',
    ],
    ['https://a.example', 'https://g.example', 'https://a.example https://g.example '],
  ])('offer the app in the stores %s and %s, otherwise the installable web app', (apple, google, shown) => {
    const document =
      '%[when app-store]%[app-store] %[end]%[when google-play]%[google-play] %[end]%[when no-stores]install%[end]'
    expect(fillSlots(document, siteSlots({ ...COMPANY, stores: { apple, google } }))).toBe(shown)
  })

  it('stop the start if they cannot be filled', () => {
    expect(() => fillSlots('%[fone]', slots)).toThrow('fone')
    expect(() => fillSlots('%[when Mastodon]x%[end]', slots)).toThrow('Mastodon')
    expect(() => fillSlots('a%[end]b', slots)).toThrow('ends a region')
    expect(() => fillSlots('a%[when Facebook]b', slots)).toThrow('begins a region')
    expect(() => fillSlots('a%[when X]b', slots)).toThrow('begins a region')
    expect(() => fillSlots('%[Instagram]', slots)).toThrow('Instagram')
  })

  it('repeat a region for each entry of a list within an entry', () => {
    const document = '%[each cards]%[item.name]:%[each item.bands] %[item.price]%[end];%[end]'
    const cards = [
      { name: 'A', bands: [{ price: '1' }, { price: '2' }] },
      { name: 'B', bands: [{ price: '3' }] },
      { name: 'C', bands: [] },
    ]
    expect(fillSlots(document, { cards })).toBe('A: 1 2;B: 3;C:;')
  })

  it('repeat a region for each entry of a list, and drop it for an empty one', () => {
    const document =
      '%[when regulators-GH]<ul>%[each regulators-GH]<li>%[item.name]%[when item.phone], %[item.phone]%[end]</li>%[end]</ul>%[end]|%[each regulators-LR]%[item.name]%[when item.phone]!%[end]%[end]|%[when regulators-SL]x%[end]'
    expect(fillSlots(document, slots)).toBe(
      '<ul><li>Bank of Ghana, +233 59 397 4486</li></ul>|Central Bank of Liberia|',
    )
  })

  it('name our regulators only once a licence is configured', () => {
    const strip = '%[when regulated-by]Regulated by %[regulated-by]%[end]%[when no-licences]no licence%[end]'
    expect(fillSlots(strip, slots)).toBe('no licence')
    const licence = {
      ...{ country: 'GH' as const, name: 'Inward remittance', number: '7', holder: 'Kollie' },
      ...{ regulator: 'Bank of Ghana', website: 'https://www.bog.gov.gh' },
    } as const
    const licensed = { ...COMPANY, legal: { ...COMPANY_DETAILS, licences: [licence, licence] } }
    expect(fillSlots(strip, siteSlots(licensed))).toBe('Regulated by Bank of Ghana')
  })

  it('name the holder’s NMLS ID where a licence has one', () => {
    const document = '%[each licences]%[item.number]%[when item.nmlsId], NMLS ID %[item.nmlsId]%[end];%[end]'
    const licence = {
      ...{ country: 'US' as const, name: 'Money transmitter', number: 'MN-7', holder: 'Kollie' },
      ...{ regulator: 'Commerce', website: 'https://mn.gov' },
    }
    const legal = { ...COMPANY_DETAILS, licences: [licence, { ...licence, nmlsId: '1234567' }] }
    expect(fillSlots(document, siteSlots({ ...COMPANY, legal }))).toBe('MN-7;MN-7, NMLS ID 1234567;')
  })

  it('are plain text where a text is wanted', () => {
    expect(fillSlots('%[legal-name]', slots)).toBe('Kollie &amp; Sons &lt;Money>')
    expect(fillSlots('%[legal-name]', slots, (text) => text)).toBe('Kollie & Sons <Money>')
  })

  it('leave everything else unchanged', () => {
    const document = '<p>100% [sic] 5 %[</p>'
    expect(fillSlots(document, slots)).toBe(document)
  })
})

describe('the live slots of a document', () => {
  const built =
    '%[when X]x%[end]%[live:when arrived]<b>%[live:amount]</b> %[phone]%[live:end]%[live:when ended]over%[live:end]'
  const filled = fillSlots(built, { X: 'x', phone: '1' })

  it('are untouched by the deployment’s values, and filled for each request', () => {
    expect(filled).toContain('%[live:amount]')
    expect(fillLiveSlots(filled, { arrived: 'arrived', amount: '<GHS "1">' })).toBe(
      'x<b>&lt;GHS &quot;1&quot;></b> 1',
    )
    expect(fillLiveSlots(filled, { ended: 'ended' })).toBe('xover')
  })

  it('are never shown unfilled', () => {
    expect(() => fillLiveSlots(filled, { arrived: 'arrived' })).toThrow('The page shows amount')
  })
})
