// @vitest-environment happy-dom
import { calls } from '@sesa/contract'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { renderFor } from '@sesa/ui/testing/render.tsx'
import { newApi } from '../../testing/app.tsx'
import { ContactForm } from './contact-form.tsx'
import { InterestForm } from './interest-form.tsx'

const MESSAGE = 'Where is my transfer?\nIt left on Monday.'
const typed = { name: 'Hawa Kollie', email: 'hawa@example.org', company: '', message: MESSAGE }

let api: ScriptedApi
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

beforeEach(() => {
  api = newApi()
  api.answer(calls.sendContact, { status: 'accepted' })
  api.answer(calls.expressInterest, { status: 'accepted' })
  history.replaceState(null, '', '/contact-us')
})

describe('the contact form', () => {
  it('sends text typed before and after the script loaded, and says so', async () => {
    const { user } = renderFor(<ContactForm typed={typed} />)
    expect(document.querySelector('form')?.noValidate).toBe(true)
    await user.type(screen.getByLabelText(/^Company/), 'Kollie & Daughters')
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    const done = await screen.findByRole('heading', { name: 'Message sent' })
    expect(document.activeElement).toBe(done.closest('[tabindex]'))
    expect(screen.queryByLabelText('Message')).toBeNull()
    expect(api.sent(calls.sendContact)).toMatchObject([{ body: { ...typed, company: 'Kollie & Daughters' } }])
  })

  it('says what is missing, leads there, and sends nothing', async () => {
    const { user } = renderFor(<ContactForm typed={{ email: 'hawa at example' }} />)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    expect([...summary.querySelectorAll('a')].map(({ textContent }) => textContent)).toEqual([
      'Enter your name.',
      'Enter an email address like name@example.com.',
      'Write your message.',
    ])
    await user.click(screen.getByRole('link', { name: 'Write your message.' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Message'))
    expect(api.sent(calls.sendContact)).toEqual([])
  })

  it('keeps what was typed when sending fails, and can be sent again', async () => {
    const { user } = renderFor(<ContactForm typed={typed} />)
    api.lose(calls.sendContact)
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect((await screen.findByRole('alert')).textContent).toContain('We couldn’t reach Sesa.')
    expect([valueOf('Message'), valueOf('Email')]).toEqual([MESSAGE, typed.email])
    api.answer(calls.sendContact, { status: 'accepted' })
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    expect(await screen.findByRole('heading', { name: 'Message sent' })).toBeDefined()
  })

  it.each([
    ['the transfer that the address names', '?reference=S-WP41P8W7', {}, 'About transfer S-WP41P8W7: '],
    ['nothing else from the address', '?reference=Call%20me', {}, ''],
    ['the message that was typed', '?reference=S-WP41P8W7', { message: 'Hello' }, 'Hello'],
  ])('starts with %s', (_, query, before, message) => {
    history.replaceState(null, '', `/contact-us${query}`)
    renderFor(<ContactForm typed={before} />)
    expect(valueOf('Message')).toBe(message)
  })
})

describe.each(['loans', 'commodities'] as const)('interest in %s', (topic) => {
  it('is sent with the address, and confirmed', async () => {
    const { user } = renderFor(<InterestForm topic={topic} typed={{ email: typed.email }} />)
    await user.click(screen.getByRole('button', { name: 'Tell me when it opens' }))
    expect(await screen.findByRole('heading', { name: 'Thank you, you’re on the list' })).toBeDefined()
    expect(api.sent(calls.expressInterest)).toMatchObject([{ body: { topic, email: typed.email } }])
  })
})

it('interest without an address says what is missing', async () => {
  const { user } = renderFor(<InterestForm topic="loans" />)
  await user.click(screen.getByRole('button', { name: 'Tell me when it opens' }))
  expect(screen.getByRole('alert').querySelectorAll('a')).toHaveLength(1)
  expect(api.sent(calls.expressInterest)).toEqual([])
})
