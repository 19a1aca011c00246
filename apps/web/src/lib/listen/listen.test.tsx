// @vitest-environment happy-dom
import { act, cleanup, render, screen, type RenderResult } from '@testing-library/react'
import type { Quote } from '@sesa/contract'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { Listen } from './listen.tsx'
import type { ListenProps } from './spoken.ts'

interface Speech {
  text: string
  voice: unknown
  onend: (() => void) | null
  onerror: (() => void) | null
}

const voice = (name: string, change = {}) => ({
  ...{ name, lang: 'en-GB', localService: true, default: false },
  ...change,
})

/** A device that speaks with these voices. */
function deviceWith(...voices: ReturnType<typeof voice>[]) {
  const [said, changes] = [[] as Speech[], new EventTarget()]
  const device = {
    said,
    voices,
    getVoices: () => device.voices,
    speak: (speech: Speech) => said.push(speech),
    cancel: vi.fn(() => said.at(-1)?.onerror?.()),
    addEventListener: changes.addEventListener.bind(changes),
    removeEventListener: changes.removeEventListener.bind(changes),
    dispatchEvent: changes.dispatchEvent.bind(changes),
  }
  vi.stubGlobal('speechSynthesis', device)
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
  return device
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const TEXT = 'LRD 1,000.00 has arrived.'
const button = () => screen.queryByRole('button')
const QUOTE = {
  ...{ total: 400_000, currency: 'LRD', receiveAmount: 26_783, receiveCurrency: 'GHS' },
  charge: { amount: 400_000, currency: 'LRD' },
} as Quote

/** Shows the button and presses it. */
async function listening(props: ListenProps) {
  const shown = render(<Listen {...props} />)
  await userEvent.click(await screen.findByRole('button', { name: `Listen to ${props.to}` }))
  return shown
}

it.each([
  [{ to: 'the status', text: TEXT }, 'one thousand Liberian dollars has arrived.'],
  [
    { to: 'the name check', check: { kind: 'match', name: 'Ama' } },
    'The name matches. The money goes to Ama.',
  ],
  [
    { to: 'the total', quote: QUOTE, recipient: 'Ama' },
    'You pay four thousand Liberian dollars. Ama gets two hundred and sixty-seven Ghana cedis and eighty-three pesewas.',
  ],
] as const)('reads %j with a voice of the device, and stops on a second press', async (props, said) => {
  const device = deviceWith(voice('other'), voice('own', { default: true }))
  await listening(props)
  expect(device.said.map((speech) => [speech.text, speech.voice])).toEqual([[said, device.voices[1]]])
  device.cancel.mockClear()
  await userEvent.click(screen.getByRole('button', { name: `Stop reading ${props.to}` }))
  expect(device.cancel).toHaveBeenCalledOnce()
  expect(button()?.textContent).toBe(`Listen to ${props.to}`)
})

it('is ready again at the end of the text', async () => {
  const device = deviceWith(voice('own'))
  await listening({ to: 'the status', text: TEXT })
  act(() => device.said[0]?.onend?.())
  expect(button()?.textContent).toBe('Listen to the status')
})

it.each([
  ['another text', ({ rerender }: RenderResult) => rerender(<Listen to="the status" text="Refunded." />)],
  ['a full navigation', () => void dispatchEvent(new Event('pagehide'))],
  ['leaving the page', ({ unmount }: RenderResult) => unmount()],
])('stops at %s', async (_what, leave) => {
  const device = deviceWith(voice('own'))
  const shown = await listening({ to: 'the status', text: TEXT })
  device.cancel.mockClear()
  act(() => leave(shown))
  expect(device.cancel).toHaveBeenCalledOnce()
})

it.each([
  ['that sends the text away', [voice('remote', { localService: false })]],
  ['in another language', [voice('French', { lang: 'fr-FR' })]],
  ['that does not exist', []],
])('shows no button with a voice %s, until the device finds one', async (_what, voices) => {
  const device = deviceWith(...voices)
  render(<Listen to="the status" text={TEXT} />)
  expect(button()).toBeNull()
  device.voices = [voice('own')]
  act(() => void device.dispatchEvent(new Event('voiceschanged')))
  expect(await screen.findByRole('button')).toBeDefined()
})

it('shows no button in a browser that cannot speak, nor before there is a text', async () => {
  vi.stubGlobal('speechSynthesis', undefined)
  const { rerender } = render(<Listen to="the name check" check={null} />)
  expect(button()).toBeNull()
  deviceWith(voice('own'))
  rerender(<Listen to="the name check" check={{ kind: 'checking' }} />)
  expect(button()).toBeNull()
  rerender(<Listen to="the name check" check={{ kind: 'inactive' }} />)
  expect(await screen.findByRole('button')).toBeDefined()
})
