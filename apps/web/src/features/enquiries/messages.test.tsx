// @vitest-environment happy-dom
import { calls, type Enquiry, type EnquirySummary } from '@sesa/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../testing/app.tsx'
import { reads, textOf } from '../../testing/reads.ts'
import { sampleRow } from '../../testing/account-samples.ts'

const ID = '0d9f2c1e-6b1c-4a0e-9a53-2f4a5c8e7b10'
const at = (day: number) => new Date(2026, 10, day, 14, 5).toISOString()
const summary: EnquirySummary = {
  ...{ id: ID, number: 'C-7K2M9P41', topic: 'complaint', payment_id: 'pi_ama', reference: 'S-7K2M9P41' },
  ...{ state: 'waiting', openedAt: at(24), updatedAt: at(24) },
}
const enquiry = (change: Partial<Enquiry> = {}): Enquiry => ({
  ...summary,
  ...{ answerBy: at(29), latestBy: null },
  messages: [{ id: crypto.randomUUID(), author: 'customer', text: 'She got less.', at: at(24) }],
  ...change,
})

const box = (name: string) => screen.findByLabelText<HTMLTextAreaElement>(name)
const choice = (name: string) => screen.findByLabelText<HTMLSelectElement>(name)
const send = () => screen.findByRole('button', { name: 'Send' })
const messages = () =>
  within(screen.getByRole('list', { name: 'Messages' }))
    .getAllByRole('listitem')
    .map(textOf)

describe('a new message', () => {
  function withTransfers(): ScriptedApi {
    const api = newApi()
    const other = sampleRow({ payment_id: 'pi_kofi', recipient: 'Kofi Boateng', reference: 'S-00000001' })
    api.answer(calls.listTransfers, { transfers: [other, sampleRow()], nextCursor: null })
    return api
  }

  it('is about the transfer that the address names', async () => {
    const { user } = await openApp({ at: '/me/messages/new?reference=S-7K2M9P41', api: withTransfers() })
    const transfer = await choice('Which transfer?')
    expect(transfer.value).toBe('pi_ama')
    expect([...transfer.options].map(textOf)).toEqual([
      'Choose one',
      'Ama Mensah, LRD 10,000.00, 24 Nov 2026',
      'Kofi Boateng, LRD 10,000.00, 24 Nov 2026',
      'Not about a transfer',
    ])
    await user.click(await send())
    const alert = await screen.findByRole('alert')
    expect(document.activeElement).toBe(alert)
    expect(within(alert).getAllByRole('link').map(textOf)).toEqual([
      ...['Choose what it is about.', 'Write your message.'],
    ])
  })

  it.each([
    ['?topic=complaint', 'complaint'],
    ['?topic=nonsense', ''],
  ])('%s has the topic “%s”', async (query, topic) => {
    await openApp({ at: `/me/messages/new${query}`, api: withTransfers() })
    expect((await choice('What is it about?')).value).toBe(topic)
    const isComplaint = topic === 'complaint'
    expect(screen.queryByText(/^We’ll give you a complaint number/) !== null).toBe(isComplaint)
    expect((await choice('Which transfer?')).value).toBe('')
  })

  it('opens one conversation, however often its answer is lost', async () => {
    const api = withTransfers()
    const { user, place } = await openApp({ at: '/me/messages/new?reference=S-7K2M9P41', api })
    await user.selectOptions(await choice('What is it about?'), 'I want to complain')
    await user.type(await box('Message'), 'She got less.')
    api.refuse(calls.openEnquiry, 'rate_limited')
    await user.click(await send())
    expect(await screen.findByRole('alert')).toBeDefined()
    expect((await box('Message')).value).toBe('She got less.')
    api.answer(calls.openEnquiry, ({ body }) => ({ enquiry: enquiry({ id: body.id }) }))
    api.answer(calls.getEnquiry, ({ params }) => ({ enquiry: enquiry({ id: params.id }) }))
    await user.click(await send())
    await waitFor(() => expect(place()).toMatch(/^\/me\/messages\/[0-9a-f-]{36}$/))
    const [first, second] = api.sent(calls.openEnquiry).map(({ body }) => body)
    expect(second).toEqual(first)
    expect(first).toMatchObject({ topic: 'complaint', payment_id: 'pi_ama', message: 'She got less.' })
  })

  it('works without the transfers when they cannot be loaded', async () => {
    const api = newApi()
    api.refuse(calls.listTransfers, 'rate_limited')
    await openApp({ at: '/me/messages/new', api })
    await reads('We couldn’t load your transfers. Add the reference to your message instead.')
    expect(await box('Message')).toBeDefined()
    expect(screen.queryByLabelText('Which transfer?')).toBeNull()
  })
})

describe('a conversation', () => {
  const opened = (change: Partial<Enquiry> = {}): ScriptedApi => {
    const api = newApi()
    api.answer(calls.getEnquiry, { enquiry: enquiry(change) })
    return api
  }
  const open = (api: ScriptedApi) => openApp({ at: `/me/messages/${ID}`, api })

  it('says when we answer a complaint, and leads to its transfer', async () => {
    await open(opened({ latestBy: at(30) }))
    await reads('We’ll answer by 29 Nov 2026')
    await reads(
      'we’ll tell you by then, and answer by 30 Nov 2026 at the latest. Your complaint’s number is C-7K2M9P41.',
    )
    const transfer = screen.getByRole('link', { name: 'Transfer S-7K2M9P41' })
    expect(transfer.getAttribute('href')).toBe('/transfer-status?payment_intent=pi_ama&intent=view')
    expect(messages()).toEqual(['You24 Nov 2026, 14:05She got less.'])
  })

  it('shows our answer, and accepts another message', async () => {
    const answered = enquiry({ state: 'answered' })
    const answer = { id: crypto.randomUUID(), author: 'staff', text: 'A fee.', at: at(25) } as const
    const api = opened({ ...answered, messages: [...answered.messages, answer] })
    const { user } = await open(api)
    await reads('We’ve answered')
    expect(screen.queryByText(/^We’ll answer by/)).toBeNull()
    expect(messages()[1]).toBe('Sesa25 Nov 2026, 14:05A fee.')
    await user.click(await send())
    expect((await screen.findByRole('alert')).textContent).toContain('Write your message.')
    await user.type(await box('Add a message'), 'Thank you.')
    api.refuse(calls.addEnquiryMessage, 'enquiry_closed')
    await user.click(await send())
    expect((await box('Add a message')).value).toBe('Thank you.')
    api.answer(calls.addEnquiryMessage, ({ body }) => ({
      enquiry: enquiry({
        messages: [
          ...answered.messages,
          answer,
          { ...answer, id: body.messageId, author: 'customer', text: body.message },
        ],
      }),
    }))
    await user.click(await send())
    expect(await screen.findByText('Message sent')).toBeDefined()
    expect(messages()[2]).toContain('Thank you.')
    expect((await box('Add a message')).value).toBe('')
    const [first, second] = api.sent(calls.addEnquiryMessage).map(({ body }) => body)
    expect(second).toEqual(first)
  })

  it('that is closed accepts none', async () => {
    await open(opened({ state: 'closed' }))
    await reads('This conversation is closed.')
    expect(screen.queryByLabelText('Add a message')).toBeNull()
    expect(screen.getByRole('link', { name: 'Start a new conversation' })).toBeDefined()
  })

  it('of another customer is not found', async () => {
    const api = newApi()
    api.refuse(calls.getEnquiry, 'not_found')
    await open(api)
    expect(await screen.findByRole('heading', { level: 1, name: 'Message not found' })).toBeDefined()
  })
})

describe('the list', () => {
  it('has each conversation with its number and state', async () => {
    const api = newApi()
    const question = { ...summary, id: crypto.randomUUID(), number: 'Q-00000001', topic: 'account' } as const
    api.answer(calls.listEnquiries, {
      enquiries: [summary, { ...question, reference: null, payment_id: null, state: 'answered' }],
    })
    await openApp({ at: '/me/messages', api })
    const link = await screen.findByRole('link', { name: /C-7K2M9P41/ })
    expect(textOf(link)).toContain('C-7K2M9P41 · transfer S-7K2M9P4124 Nov 2026, 14:05Waiting for us')
    expect(link.getAttribute('href')).toBe(`/me/messages/${ID}`)
    expect(textOf(screen.getByRole('link', { name: /Q-00000001/ }))).toContain(
      'Q-0000000124 Nov 2026, 14:05We’ve answered',
    )
  })

  it('says when it is empty, and when it cannot be loaded', async () => {
    const api = newApi()
    await openApp({ at: '/me/messages', api })
    await reads('No messages yet')
    api.refuse(calls.listEnquiries, 'rate_limited')
    await openApp({ at: '/me/messages', api })
    await reads('We couldn’t load your messages')
  })
})
