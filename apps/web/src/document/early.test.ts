// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ThemeChoice } from '@sesa/ui/theme-choice.tsx'
import { ConnectionBar } from '../features/chrome/connection-bar.tsx'

/** A script without exports, which the build puts into the head of each document. */
const EARLY: string = './early.ts'
const root = document.documentElement
const radio = (place: string, value: string) =>
  document.querySelector<HTMLInputElement>(`[name=theme-${place}][value=${value}]`)
/** Returns the current colours of the browser's own bar, by colour scheme. */
const barColours = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(({ media }) => media)

/** Opens a document with this content, as a new tab does. */
async function open(content = ''): Promise<void> {
  for (const name of ['theme', 'cut', 'install']) delete root.dataset[name]
  document.head.innerHTML = ['light', 'dark']
    .map((scheme) => `<meta name="theme-color" data-scheme="${scheme}">`)
    .join('')
  document.body.innerHTML =
    renderToStaticMarkup(createElement(ConnectionBar)) +
    ['drawer', 'footer']
      .map((place) => renderToStaticMarkup(createElement(ThemeChoice, { place })))
      .join('') +
    content
  vi.resetModules()
  await import(/* @vite-ignore */ EARLY)
  dispatchEvent(new Event('DOMContentLoaded'))
}

beforeEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

describe('the theme', () => {
  it('is the system’s until the person chooses', async () => {
    await open()
    expect(root.dataset['theme']).toBeUndefined()
    expect(radio('footer', 'system')?.checked).toBe(true)
    expect(barColours()).toEqual(['(prefers-color-scheme:light)', '(prefers-color-scheme:dark)'])
  })

  it('is the chosen one on this page and the next, until it is the system’s again', async () => {
    await open()
    radio('drawer', 'dark')?.click()
    expect(root.dataset['theme']).toBe('dark')
    expect(radio('footer', 'dark')?.checked).toBe(true)
    expect(barColours()).toEqual(['not all', 'all'])
    await open()
    expect(root.dataset['theme']).toBe('dark')
    expect(radio('footer', 'dark')?.checked).toBe(true)
    radio('footer', 'system')?.click()
    expect(root.dataset['theme']).toBeUndefined()
  })

  it('follows the choice in another tab', async () => {
    await open()
    localStorage.setItem('sesa-theme', 'dark')
    dispatchEvent(new StorageEvent('storage', { key: 'sesa-theme' }))
    expect([root.dataset['theme'], radio('footer', 'dark')?.checked]).toEqual(['dark', true])
  })

  it('can be chosen for this page where nothing can be stored', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('denied')
    })
    await open()
    radio('footer', 'light')?.click()
    expect(root.dataset['theme']).toBe('light')
  })
})

describe('a lost connection', () => {
  it('shows the bar until the connection is back or the person closes it', async () => {
    await open()
    dispatchEvent(new Event('offline'))
    expect(root.dataset['cut']).toBe('')
    dispatchEvent(new Event('online'))
    expect(root.dataset['cut']).toBeUndefined()
    dispatchEvent(new Event('offline'))
    document.getElementById('x')?.click()
    expect(root.dataset['cut']).toBeUndefined()
  })

  it.each([
    ['at once', false, 0],
    ['later after a navigation has begun, which may have been stopped', true, 10_000],
  ])('reloads the offline page %s', async (_, leaves, wait) => {
    vi.useFakeTimers()
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    await open('<main data-offline></main>')
    if (leaves) dispatchEvent(new Event('beforeunload'))
    dispatchEvent(new Event('online'))
    if (wait > 0) vi.advanceTimersByTime(wait - 1)
    expect(reload).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(reload).toHaveBeenCalled()
    vi.useRealTimers()
  })
})

it('offers to install the app once the browser allows it', async () => {
  await open('<button data-install>Install Sesa</button>')
  const prompt = vi.fn<() => Promise<void>>().mockResolvedValue()
  const question = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(question)
  expect([question.defaultPrevented, root.dataset['install']]).toEqual([true, ''])
  document.querySelector<HTMLElement>('[data-install]')?.click()
  expect(prompt).toHaveBeenCalledTimes(1)
  expect(root.dataset['install']).toBeUndefined()
})

describe('the language', () => {
  it('is English without a further script', async () => {
    const write = vi.spyOn(document, 'write').mockImplementation(() => undefined)
    await open()
    localStorage.setItem('sesa-language', '')
    await open()
    expect(write).not.toHaveBeenCalled()
  })

  it('comes from its own script, which runs before every other', async () => {
    const write = vi.spyOn(document, 'write').mockImplementation(() => undefined)
    for (const language of ['kri', '"><b>']) {
      localStorage.setItem('sesa-language', language)
      await open()
    }
    expect(write.mock.calls).toEqual([
      ['<script src=/assets/kri-sesa-LANGUAGES.js></script>'],
      ['<script src=/assets/%22%3E%3Cb%3E-sesa-LANGUAGES.js></script>'],
    ])
  })
})
