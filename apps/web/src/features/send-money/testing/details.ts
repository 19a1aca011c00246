import { calls, type Config, type Draft, type DraftAnswer, type Quote, type Recipient } from '@sesa/contract'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import type { ScriptedApi } from '@sesa/ui/testing/scripted-api.ts'
import { newApi, openApp } from '../../../testing/app.tsx'
import { sampleConfig, sampleQuote } from '../../../testing/samples.ts'

export const sendAmount = () => screen.getByLabelText<HTMLInputElement>('You send')
export const receiveAmount = () => screen.getByLabelText<HTMLInputElement>('They receive')
export const recipientName = () => screen.getByRole<HTMLInputElement>('textbox', { name: /full name/i })
export const recipientPhone = () => screen.getByRole<HTMLInputElement>('textbox', { name: /mobile number/i })
export const network = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Mobile network' })
export const continueButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
/** Waits for the open payment's button. */
export const payButton = () => screen.findByRole('button', { name: 'Pay Now' })

/** LRD 10,000.00 to Ama Mensah in Ghana. */
export const TO_AMA = {
  ...{ country: 'GH', method: 'momo', fix: 'send', sendAmount: '10,000.00', receiveAmount: '611.43' },
  ...{ phone: '+233241111234', network: 'mtn', name: 'Ama Mensah' },
} as const satisfies Draft

/** Returns a draft as stored on the server. */
const saved = (draft: Draft = TO_AMA): DraftAnswer => ({
  draft,
  updatedAt: '2026-11-28T10:00:00.000Z',
})

interface Opening extends Partial<Omit<Parameters<typeof openApp>[0], 'draft'>> {
  readonly draft?: Draft
}

/** Opens the details with a saved draft: by default, a complete transfer to Ama Mensah. */
export async function openDetails(
  { draft = TO_AMA, api = newApi(), ...more }: Opening = {},
  heading = 'Recipient',
) {
  const opened = await openApp({ at: '/send-money', api, draft: saved(draft), ...more })
  await screen.findByRole('heading', { name: heading })
  return { api, ...opened }
}

/** Returns the configuration with changed values for MTN in Ghana. */
export function configOfMtn(change: Partial<Config['networks'][number]>): Config {
  const config = sampleConfig()
  const networks = config.networks.map((entry) =>
    entry.country === 'GH' && entry.value === 'mtn' ? { ...entry, ...change } : entry,
  )
  return { ...config, networks }
}

export const errorSummary = () => screen.findByRole('alert', { name: 'There is a problem' })

/** Makes every payment open from now on. */
export function openPayments(api: ScriptedApi, quote: Partial<Quote> = {}): void {
  api.answer(calls.createPaymentIntent, () => ({
    ...{ id: 'pi_sample', clientSecret: 'pi_sample_secret_1', customerSessionClientSecret: null, ways: [] },
    quote: sampleQuote({ receiveAmount: 61_143, ...quote }),
  }))
}

/** Replaces the text of a field, and leaves the focus there. */
export function enter(field: HTMLElement, text: string): void {
  act(() => field.focus())
  fireEvent.input(field, { target: { value: text } })
}

/** Waits until the server has converted the other amount into this field. */
export const converted = (field: () => HTMLInputElement) =>
  waitFor(() => expect(field().value).toMatch(/^[\d,]+\.\d{2}$/))

/** Expects a field to be invalid, described by this text. */
export function expectError(field: HTMLElement, text: string | RegExp): void {
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(descriptionOf(field)).toMatch(text)
}

/** Returns what a screen reader announces for a field after its label. */
export const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

/** Returns a recipient in Ghana whom the customer has paid before. */
export function sampleRecipient(name: string, id = '1'): Recipient {
  return {
    ...{ id: `11111111-1111-4111-8111-11111111111${id}`, name, nickname: null, favourite: false },
    ...{ country: 'GH', phone: `+23324111123${id}`, network: 'mtn', lastSentAt: null, payment_id: null },
    ...{ check: { verdict: 'match', name, checkedAt: null }, transfers: 1 },
  }
}
