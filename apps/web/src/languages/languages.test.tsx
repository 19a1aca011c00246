// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import en from './catalogues/en.json' with { type: 'json' }
import liberian from './catalogues/en-LR.json' with { type: 'json' }
import kri from './catalogues/kri.json' with { type: 'json' }
import LanguageChoice from './language-choice.tsx'
import { LANGUAGES } from './languages.ts'
import { speak, translator } from './speak.ts'

const root = document.documentElement
const BANNER = '<aside data-banner=""></aside>'

beforeEach(() => {
  localStorage.clear()
  document.body.innerHTML = ''
  root.lang = 'en'
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'translate')
})

describe('the choice', () => {
  it('is invisible while every other language is a draft', () => {
    const { container } = render(<LanguageChoice isSandbox={false} />)
    expect(container.textContent).toBe('')
  })

  it('offers drafts in a sandbox, keeps the choice on this device, and loads the page again', async () => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    render(<LanguageChoice isSandbox />)
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
    const texts = [...choice.options].map(({ text }) => text)
    expect(texts).toEqual(['English', 'Krio (draft)', 'Liberian English (draft)'])
    expect(choice.value).toBe('en')
    await userEvent.selectOptions(choice, 'Krio (draft)')
    expect([localStorage.getItem('sesa-language'), reload.mock.calls.length]).toEqual(['kri', 1])
    await userEvent.selectOptions(choice, 'English')
    expect([localStorage.getItem('sesa-language'), reload.mock.calls.length]).toEqual(['', 2])
  })

  it('shows the language of the document', () => {
    root.lang = 'kri'
    render(<LanguageChoice isSandbox />)
    expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe('kri')
  })
})

describe('a message', () => {
  const translate = translator('kri', kri)

  it('is in the chosen language, with its values and its plural', () => {
    expect(translate('They receive')).toBe('Dɛn go gɛt')
    expect(translate('Hello, {name}', { name: 'Ama <b>' })).toBe('Kushɛ, Ama <b>')
    const hours = '{count, plural, one {an hour} other {# hours}}'
    expect([1, 3].map((count) => translate(hours, { count }))).toEqual(['wan awa', '3 awa'])
  })

  it('stays English where its translation is missing, with its values and its plural', () => {
    expect(translate('Rate history')).toBe('Rate history')
    expect(translate('Remove {name}?', { name: 'Ama' })).toBe('Remove Ama?')
    const people = '{count, plural, one {# person} other {# people}}'
    expect([1, 2].map((count) => translate(people, { count }))).toEqual(['1 person', '2 people'])
  })

  it('is the same in English without a catalogue', async () => {
    vi.resetModules()
    const { t } = await import('@sesa/contract/i18n')
    const english = translator('en', en)
    for (const message of Object.keys(en)) {
      const names = [...message.matchAll(/{(\w+)(?=[},])/g)].map(([, name = '']) => [name, `some ${name}`])
      for (const count of [0, 1, 2, 1234]) {
        const values = { ...Object.fromEntries(names), count }
        expect(t(message, values)).toBe(english(message, values))
      }
    }
  })

  it('is in the chosen language on a screen, also where it is a constant', async () => {
    vi.stubGlobal('translate', translate)
    vi.resetModules()
    const { FirstSteps } = await import('../features/dashboard/home/first-steps.tsx')
    const { AppNav } = await import('../features/chrome/app-nav.tsx')
    render(
      <>
        <FirstSteps />
        <AppNav current="/send-money" paying={false} />
      </>,
    )
    expect(screen.getByRole('heading').textContent).toBe('Sɛn yu fɔs mɔni')
    expect(screen.getByText('Pay and follow the money.')).toBeTruthy()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Sɛn')
  })
})

describe('a document', () => {
  const page =
    '<h1> Send money home. </h1><p>Pay by mobile money or card. They get mobile money in Liberia or Ghana.</p><p>Rate history</p><a href="/" aria-label="Menu">x</a>'
  const read = () => document.dispatchEvent(new Event('readystatechange'))

  it('speaks the language when it has been read, before its scripts run', () => {
    document.body.innerHTML = page + BANNER
    speak('kri', kri)
    expect([root.lang, 'translate' in globalThis]).toEqual(['en', false])
    read()
    expect(root.lang).toBe('kri')
    expect(document.querySelector('h1')?.textContent).toBe(' Sɛn mɔni go os. ')
    expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      'Pe wit mobayl mɔni ɔ kad. Dɛn de gɛt mobayl mɔni na Liberia or Ghana.',
      'Rate history',
    ])
    expect(
      document.querySelector('a')?.ariaLabel ?? document.querySelector('a')?.getAttribute('aria-label'),
    ).toBe('Mɛnyu')
    const { translate } = globalThis as unknown as { translate: (message: string) => string }
    expect(translate('They receive')).toBe('Dɛn go gɛt')
  })

  it('stays English outside a sandbox while the language is a draft', () => {
    document.body.innerHTML = page
    speak('kri', kri)
    read()
    expect([root.lang, 'translate' in globalThis]).toEqual(['en', false])
    expect(document.querySelector('h1')?.textContent).toBe(' Send money home. ')
  })
})

describe('a catalogue', () => {
  const placeholders = (message: string) => (message.match(/{\w+(?=[},])|<\/?\w+\/?>/g) ?? []).sort()

  it.each([
    ['Krio', kri],
    ['Liberian English', liberian],
  ] as const)('of %s translates messages of the app, with their values and tags', (_, catalogue) => {
    const messages = Object.entries<string>(catalogue)
    expect(messages.length).toBeGreaterThan(180)
    for (const [message, words] of messages) {
      expect(Object.keys(en), message).toContain(message)
      expect(placeholders(words), message).toEqual(placeholders(message))
    }
  })

  it('is a draft until a native speaker has read it', () => {
    expect(LANGUAGES.filter(({ draft }) => !draft).map(({ name }) => name)).toEqual(['English'])
  })
})
