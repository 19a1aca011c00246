// @vitest-environment happy-dom
import { calls, type Recipient } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { refusal, type ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import { sampleRow } from '../../testing/account-samples.ts'
import { sampleRecipient } from '../../testing/account-samples.ts'

const AT = '/me/recipients'
const ama = sampleRecipient()
const box = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const button = (name: string) => screen.findByRole('button', { name })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const rows = () => within(screen.getByRole('main')).queryAllByRole('listitem').map(textOf)

/** Stores recipients as the server does. */
function keepingApi(...first: readonly Recipient[]): ScriptedApi {
  const api = newApi()
  let all = [...first]
  api.answer(calls.listRecipients, () => ({ recipients: all, nextCursor: null }))
  api.answer(calls.addRecipient, ({ body }) => {
    if (body.phone.endsWith('0001')) return refusal('recipient_inactive', { field: 'phone' })
    const recipient = sampleRecipient({ ...body, nickname: null })
    all.push(recipient)
    return { recipient }
  })
  api.answer(calls.updateRecipient, ({ params, body }) => {
    const recipient = sampleRecipient({ id: params.id, ...body, nickname: body.nickname || null })
    all = all.map((each) => (each.id === params.id ? recipient : each))
    return { recipient }
  })
  api.answer(calls.removeRecipient, ({ params }) => {
    all = all.filter(({ id }) => id !== params.id)
    return undefined
  })
  return api
}

describe('the list', () => {
  it('offers to add the first one', async () => {
    const { user, place } = await openApp({ at: AT, api: keepingApi() })
    await reads('No recipients yet')
    await user.click(await button('Add a recipient'))
    expect(await heading('Add a recipient')).toBeDefined()
    expect(place()).toBe(`${AT}?add=`)
  })

  it('says who each one is, and whether the name matches', async () => {
    const different = { verdict: 'different', name: 'Efua B.', checkedAt: null } as const
    const kofi = { id: crypto.randomUUID(), name: 'Kofi Boateng', nickname: 'Uncle' }
    await openApp({
      at: AT,
      api: keepingApi(ama, sampleRecipient({ ...kofi, favourite: true, check: different })),
    })
    await reads('2 people')
    expect(rows()).toEqual([
      'KBUnclefavouriteKofi Boateng+233 24 111 1234, MTN MoMoName does not match',
      'AMAma Mensahname matches+233 24 111 1234, MTN MoMo',
    ])
    const link = screen.getByRole('link', { name: /Ama Mensah/ })
    expect(link.getAttribute('href')).toBe(`${AT}?person=${ama.id}`)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('can be searched once it is long', async () => {
    const names = ['Ama', 'Kofi', 'Isata', 'Moses', 'Fatu', 'Joseph', 'Efua', 'Sahr', 'Comfort']
    const nine = names.map((name) => sampleRecipient({ id: crypto.randomUUID(), name: `${name} Mensah` }))
    const { user } = await openApp({ at: AT, api: keepingApi(...nine) })
    const search = await screen.findByRole('searchbox', { name: 'Search' })
    expect(rows()).toHaveLength(9)
    await user.type(search, 'sahr')
    expect(rows()).toEqual([expect.stringContaining('Sahr Mensah')])
    expect(screen.getByText('1 found')).toBeDefined()
    await user.type(search, 'zzz')
    expect(rows()).toEqual([])
    await reads('Nobody matches “sahrzzz”. Try another name or number.')
  })

  it('says that it cannot be loaded', async () => {
    const api = keepingApi(ama)
    api.refuse(calls.listRecipients, 'rate_limited')
    const { user } = await openApp({ at: AT, api })
    await reads('We couldn’t load your recipients')
    api.answer(calls.listRecipients, { recipients: [ama], nextCursor: null })
    await user.click(await button('Try again'))
    await reads('1 person')
  })
})

describe('the form', () => {
  it('adds a recipient whose wallet exists', async () => {
    const api = keepingApi()
    const { user } = await openApp({ at: `${AT}?add`, api })
    await user.click(await button('Save'))
    const alert = () => screen.getByRole('alert').textContent
    await waitFor(() => expect(alert()).toContain('Enter the recipient’s mobile number.'))
    await user.type(await box('Recipient’s full name'), 'Kofi Boateng')
    await user.type(await box('Mobile number'), '+233241110001')
    expect((await screen.findByLabelText<HTMLSelectElement>('Mobile network')).value).toBe('mtn')
    await user.click(await button('Save'))
    await waitFor(() => expect(alert()).toContain('doesn’t have a wallet for this number.'))
    expect((await box('Recipient’s full name')).value).toBe('Kofi Boateng')
    await user.clear(await box('Mobile number'))
    await user.type(await box('Mobile number'), '+233241111234')
    await user.click(await button('Save'))
    expect(await heading('Kofi Boateng')).toBeDefined()
    expect(screen.getByText('Kofi Boateng added')).toBeDefined()
    expect(api.sent(calls.addRecipient).at(-1)?.body).toEqual({
      ...{ name: 'Kofi Boateng', nickname: '', favourite: false },
      ...{ country: 'GH', phone: '+233241111234', network: 'mtn' },
    })
  })

  it('changes one, and leads back to it', async () => {
    const { user } = await openApp({ at: `${AT}?person=${ama.id}`, api: keepingApi(ama) })
    await user.click(await button('Edit'))
    await user.type(await screen.findByLabelText(/^Nickname/), 'Sis')
    await user.click(await button('Save'))
    expect(await heading('Sis')).toBeDefined()
    expect(screen.getByText('Recipient saved')).toBeDefined()
  })
})

describe('one recipient', () => {
  const open = (api: ScriptedApi) => openApp({ at: `${AT}?person=${ama.id}`, api })
  const checked = (verdict: Recipient['check']['verdict']) =>
    sampleRecipient({ check: { ...ama.check, verdict, name: 'Ama O.' } })

  it.each([
    ['match', 'The name matches, checked on 24 Nov 2026.'],
    ['close', 'Name on the account: Ama O., checked on 24 Nov 2026.'],
    ['different', 'The name does not match. Name on the account: Ama O., checked on 24 Nov 2026.'],
    ['unknown', 'MTN MoMo has not confirmed the name. Double-check the number.'],
  ] as const)('with the verdict %s reads “%s”', async (verdict, words) => {
    await open(keepingApi(checked(verdict)))
    await reads(words)
    await reads('No transfers yet')
    const href = (name: string) =>
      within(screen.getByRole('main')).getByRole('link', { name }).getAttribute('href')
    expect(href('Send Money')).toBe(`/send-money?recipient=${ama.id}`)
    expect(href('Set a reminder')).toBe(`/me/reminders/new?recipient=${ama.id}`)
  })

  it('becomes a favourite on a press, or says why not', async () => {
    const api = keepingApi(ama)
    const { user } = await open(api)
    const star = await button('Favourite')
    await user.click(star)
    await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'))
    expect(api.sent(calls.updateRecipient)[0]?.body).toMatchObject({ favourite: true, nickname: '' })
    api.refuse(calls.updateRecipient, 'rate_limited')
    await user.click(star)
    await reads('We couldn’t save the favourite')
    expect(star.getAttribute('aria-pressed')).toBe('true')
  })

  it('has the last transfers', async () => {
    const api = keepingApi(sampleRecipient({ transfers: 7 }))
    api.answer(calls.listTransfers, { transfers: [sampleRow()], nextCursor: 'more' })
    await open(api)
    const list = within(await screen.findByRole('list', { name: 'Transfers to Ama Mensah' }))
    const link = list.getByRole('link')
    expect(textOf(link)).toBe('The transfer of 24 Nov 2026SentLRD 10,000.00received: GHS 669.00')
    expect(link.getAttribute('href')).toBe('/transfer-status?payment_intent=pi_ama&intent=view')
    expect(api.sent(calls.listTransfers)[0]?.query).toEqual({ search: ama.phone, limit: '5' })
    expect(screen.getByRole('link', { name: 'See all 7 transfers' })).toBeDefined()
  })

  it('is removed after a question', async () => {
    const api = keepingApi(ama)
    const { user, place } = await open(api)
    const dialog = async () => within(await screen.findByRole('dialog', { name: 'Remove Ama Mensah?' }))
    await user.click(await button('Remove'))
    await user.click((await dialog()).getByRole('button', { name: 'Keep' }))
    expect(screen.queryByRole('dialog', { name: 'Remove Ama Mensah?' })).toBeNull()
    api.refuse(calls.removeRecipient, 'rate_limited')
    await user.click(await button('Remove'))
    await user.click((await dialog()).getByRole('button', { name: 'Remove' }))
    await reads('We couldn’t remove this recipient')
    api.answer(calls.removeRecipient, undefined)
    await user.click((await dialog()).getByRole('button', { name: 'Remove' }))
    await reads('No recipients yet')
    expect(screen.getByText('Ama Mensah removed')).toBeDefined()
    expect(place()).toBe(AT)
  })
})
