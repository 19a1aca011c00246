import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { pageAt, PUBLIC_PATHS } from './pages.tsx'
import { renderLivePages } from './live-pages.tsx'

/**
 * Pages that name countries without claiming that money can be sent there. Every other page gets its countries from the
 * slots that the server fills with what is open.
 */
const NAMES_COUNTRIES: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\/(terms|privacy|electronic-receipts)/, 'legal texts are kept word for word'],
  [/^\/(licences|complaints|security)$/, 'the law and the authorities of each country'],
  [/^\/rates/, 'each direction has its page, which says when it is closed'],
  [/^\/testimonials$/, 'marked as samples'],
  [/^\/help\//, 'what networks charge there, and how people write to us'],
]

const COUNTRY = /Liberia|Ghana|Sierra Leone|United States/g
/** A region that the server keeps only for an open destination. */
const OPEN_REGION = /%\[when networks-[A-Z]{2}\].*?%\[end\].*?%\[end\]/gs

/** The converter lists every currency that we serve; its form says which directions are closed. */
const CONVERTER = /<form.*?<\/form>/gs

const textOf = (html: string) =>
  html
    .replace(OPEN_REGION, '')
    .replace(CONVERTER, '')
    .replace(/<[^>]+>/g, ' ')

const pages = PUBLIC_PATHS.map((path) => {
  const { title, description, facts, content } = pageAt(path)
  const bodies = (['in', 'out'] as const).map((session) => renderToStaticMarkup(content(session)))
  return { path, text: [title, description, JSON.stringify(facts), ...bodies.map(textOf)].join('\n') }
})

describe('claims on public pages', () => {
  it('name a country only through what is open', () => {
    const free = pages.filter(({ path }) => !NAMES_COUNTRIES.some(([pattern]) => pattern.test(path)))
    expect(free.length).toBeGreaterThan(8)
    const literal = free.flatMap(({ path, text }) =>
      (text.match(COUNTRY) ?? []).map((name) => `${path}: ${name}`),
    )
    expect(literal).toEqual([])
  })

  it('take countries and networks of the landing page, About and the help from the slots', () => {
    const slotsOf = (path: string) => renderToStaticMarkup(pageAt(path).content('out')) + pageAt(path).title
    for (const path of ['/', '/how-it-works', '/help/mobile-money'])
      expect(slotsOf(path)).toContain('%[reach-to')
    expect(slotsOf('/about')).toContain('%[reach-from]')
    expect(slotsOf('/about')).toContain('%[limit-day]')
    expect(slotsOf('/')).toContain('%[reach-closed]')
  })

  it('never promise any agent, or what the operator is doing', () => {
    const claims = /any agent(?! of the same network)|We are (looking|choosing)/
    expect(pages.filter(({ text }) => claims.test(text)).map(({ path }) => path)).toEqual([])
    expect(pages.length).toBeGreaterThan(30)
  })

  it('name no country on pages that the server fills for each visitor', () => {
    const live = Object.values(renderLivePages())
    expect(
      live.flatMap(({ path, body }) => (textOf(body).match(COUNTRY) ?? []).map((name) => `${path}: ${name}`)),
    ).toEqual([])
  })
})
