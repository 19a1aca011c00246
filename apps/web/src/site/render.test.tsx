// @vitest-environment happy-dom
import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pageAt } from './pages.tsx'
import { PUBLIC_PATHS, renderPage } from './render.tsx'
import type { LoginState } from './rendered-page.ts'

const HEADER = [
  ['Home', '/'],
  ['About', '/about'],
  ['How it works', '/how-it-works'],
  ['Contact', '/contact-us'],
  ['Send Money', '/send-money'],
]
const SEND = ['Send Money', '/send-money']
const ABOUT = [
  ['About us', '/about'],
  ['Contact Us', '/contact-us'],
  ['How It Works', '/how-it-works'],
]
const SIGNED_OUT = [
  ['Home', '/'],
  ...ABOUT,
  SEND,
  ['Help', '/help'],
  ['Sign in', '/sign-in'],
  ['Sign up', '/sign-in'],
]
const SIGNED_IN = [
  SEND,
  ['Transactions', '/me/dashboard'],
  ['Notices', '/me/notices'],
  ['Recipients', '/me/recipients'],
  ['Reminders', '/me/reminders'],
  ['Limits', '/me/limits'],
  ['Profile', '/me/profile'],
  ['Settings', '/me/settings'],
  ['Messages', '/me/messages'],
  ['Help', '/help'],
  ...ABOUT,
]

/** Shows a public page as the build writes it: the server has not yet filled its placeholders. */
function open(path: string | null, session: LoginState = 'out') {
  const { body } = renderPage(path, session)
  document.body.innerHTML = body
  return within(document.body)
}

/** Runs a page's script. */
const load = (entry: string) => import(/* @vite-ignore */ entry)

const linksIn = (place: Element | null) =>
  [...(place?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')])

beforeEach(() => vi.resetModules())

describe('a public page', () => {
  it('has the header, and the links of its session in the menu', () => {
    for (const [session, links] of [
      ['out', SIGNED_OUT],
      ['in', SIGNED_IN],
    ] as const) {
      const page = open('/about', session)
      expect(linksIn(document.querySelector('nav[aria-label=Main]'))).toEqual(HEADER)
      expect(linksIn(document.querySelector('nav[aria-label=Menu]'))).toEqual(links)
      const isIn = session === 'in'
      expect(page.queryAllByRole('button', { name: 'Account menu' })).toHaveLength(isIn ? 1 : 0)
      expect(page.queryAllByRole('button', { name: 'Menu' })).toHaveLength(isIn ? 0 : 1)
      const signIn = document.querySelectorAll('header > div > a[href="/sign-in"]')
      expect(signIn).toHaveLength(isIn ? 0 : 1)
      expect(page.queryAllByText('Sign out')).toHaveLength(isIn ? 1 : 0)
    }
  })

  it('says what needs JavaScript, and hides the controls that do', () => {
    const themes = (body: string) => body.match(/<fieldset class="hidden js:block"><legend [^>]*>Theme/g)
    // In the menu, and for visitors in the footer: their landing page has no menu on a wide screen.
    expect(themes(renderPage('/', 'in').body)).toHaveLength(1)
    for (const path of [...PUBLIC_PATHS, null]) {
      const { body } = renderPage(path, 'out')
      expect(body, path ?? '').toMatch(/<p class="[^"]*\bjs:hidden">Turn on JavaScript to use the converter/)
      expect(themes(body)).toHaveLength(2)
      expect(body.match(/<h1[ >]/g)).toHaveLength(1)
    }
  })

  it('has its own title', () => {
    const titles = PUBLIC_PATHS.map((path) => pageAt(path).title)
    expect(new Set(titles).size).toBe(titles.length)
    expect(titles.filter((title) => !title.includes('Sesa'))).toEqual([])
  })

  it('describes us to search engines on the landing page', () => {
    expect(renderPage('/', 'out').facts).toMatchObject([{ '@type': 'Organization' }, { '@type': 'WebSite' }])
  })

  it('links to the company’s social pages that are configured', () => {
    const { body } = renderPage('/', 'out')
    for (const name of ['Facebook', 'Instagram', 'X'])
      expect(body).toMatch(
        new RegExp(`%\\[when ${name}\\]<a href="%\\[${name}\\]" aria-label="Sesa on ${name}".*?%\\[end\\]`),
      )
  })
})

it('sends an amount to Send Money from the first screen of the landing page, which shows no fee and no rate', () => {
  open('/')
  const hero = document.querySelector('main > section')
  expect(hero?.querySelector('h1')?.textContent).toBe('Send money home. It lands on their phone.')
  const form = hero?.querySelector('form') ?? undefined
  expect([form?.getAttribute('action'), form?.method]).toEqual(['/send-money', 'get'])
  expect(Object.fromEntries(new FormData(form))).toEqual({
    ...{ from: 'LR', to: 'GH', side: 'send', amount: '1,000.00', receive: '' },
  })
  expect([...(form?.querySelectorAll('button') ?? [])].map((button) => button.textContent)).toEqual([
    'Send Money',
  ])
  expect(form?.textContent).not.toMatch(/fee|rate/i)
  // Without a script, the button is a link.
  const link = within(hero as HTMLElement).getByText('Send Money', { selector: 'a' })
  expect([link.getAttribute('href'), link.className]).toEqual([
    '/send-money',
    expect.stringContaining('js:hidden'),
  ])
  expect(hero?.querySelector('#why')?.textContent).toContain('Why Choose Us')
  expect(linksIn(document.querySelector('main')).map(([text]) => text)).not.toContain('Sign in')
})

it('shows the eight steps and three of the samples in order', () => {
  open('/how-it-works')
  expect([...document.querySelectorAll('li h2, li h3')].map((heading) => heading.textContent)).toEqual([
    ...['Sign up', 'Add funds', 'Choose recipient', 'Enter amount', 'Review and confirm', 'Track'],
    ...['Funds delivered', 'Peace of mind'],
  ])
  const page = open('/')
  const samples = document.querySelector('#testimonials')
  expect(samples?.querySelectorAll('figure')).toHaveLength(3)
  expect(samples?.textContent).toContain('Sample stories')
  expect(page.getByRole('link', { name: /See all/ }).getAttribute('href')).toBe('/testimonials')
  open('/testimonials')
  expect(document.querySelectorAll('figure').length).toBeGreaterThan(3)
})

it.each([
  ['out', 'Sign in', ['/sign-in', '/how-it-works']],
  ['in', 'Your transactions', ['/me/dashboard', '/me/profile']],
] as const)('signed %s, an unknown address offers “%s” and other pages', (session, first, own) => {
  const page = open(null, session)
  const popular = page.getByRole('navigation', { name: 'Popular pages' })
  expect(within(popular).getByRole('link', { name: first })).toBeDefined()
  const links = linksIn(page.getByRole('main')).map(([, href]) => href)
  for (const path of ['/', '/send-money', '/contact-us', ...own]) expect(links).toContain(path)
})

describe('the search of the help', () => {
  const titles = () =>
    [...document.querySelectorAll<HTMLElement>('[data-help-list] > li')]
      .filter((item) => !item.hidden)
      .map((item) => item.querySelector('h2')?.textContent)

  async function search(query: string) {
    const page = open('/help')
    await load('./help-search-entry.ts')
    const field = page.getByLabelText<HTMLInputElement>('What do you need help with?')
    field.value = query
    field.dispatchEvent(new Event('input', { bubbles: true }))
    return { page, form: field.form }
  }

  it('lists every article before a search', () => {
    open('/help')
    expect(titles().length).toBeGreaterThan(12)
  })

  it('puts the article that fits best first, says how many fit, and goes to it', async () => {
    const { page, form } = await search('where is my money')
    expect(titles()[0]).toBe('Where is my money?')
    expect(page.getByText(/^\d+ articles found$/)).toBeDefined()
    form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
    expect(document.activeElement?.getAttribute('href')).toBe('/help/where-is-my-money')
  })

  it('finds a single article', async () => {
    const { page } = await search('thief')
    expect(titles()).toEqual(['Scams: stop and think'])
    expect(page.getByText('1 article found')).toBeDefined()
  })

  it('says that there is none', async () => {
    const { page } = await search('zebra')
    expect(titles()).toEqual([])
    expect(page.getByText(/^We have no article about that\./).hidden).toBe(false)
    expect(page.getByText('No articles found')).toBeDefined()
  })
})

describe('signing out of a public page', () => {
  const answer = vi.fn<() => Promise<Response>>()

  async function signOut() {
    vi.stubGlobal('fetch', answer)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
    const page = open('/about', 'in')
    await load('./signed-in-entry.ts')
    page.getByText('Sign out').click()
    await vi.waitFor(() => expect(answer).toHaveBeenCalled())
    return { page, reload }
  }

  it('shows the page again as a visitor sees it', async () => {
    answer.mockResolvedValue(new Response(null, { status: 204 }))
    const { reload } = await signOut()
    await vi.waitFor(() => expect(reload).toHaveBeenCalled())
  })

  it('that fails says so, and can be tried again', async () => {
    answer.mockResolvedValue(new Response(null, { status: 503 }))
    const { page, reload } = await signOut()
    await vi.waitFor(() =>
      expect(page.getByRole('alert', { hidden: true }).textContent).toContain('You’re still signed in'),
    )
    expect(reload).not.toHaveBeenCalled()
    expect(page.getByText('Sign out').closest('button')?.ariaDisabled).toBeNull()
  })
})
