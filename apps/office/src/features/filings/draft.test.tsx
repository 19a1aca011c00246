// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleCasePage, sampleFiling } from '../../testing/compliance-samples.ts'
import { sampleMe } from '../../testing/samples.ts'
import FilingPage from './page.tsx'

const me = sampleMe(['compliance'])
const ONE = '/office/api/filings/F-000012'
/** The files of a report as the server sends them. */
const FILES = {
  files: [
    { name: 'F-000012.html', text: '<p>Many cards in an hour.</p>' },
    { name: 'F-000012.csv', text: 'transfer\r\nS-WP41P001\r\n' },
  ],
  version: 'c0ffee00'.repeat(8),
}
const CHECKED = {
  ...{ authority: 'Financial Intelligence Centre (FIC)', format: 'goaml' },
  deadline: { text: '24 hours', source: 'fic.gov.gh, primary text', isConfirmed: true },
  ...{ dueAt: sampleFiling().dueAt, files: [] },
  refusals: [],
  problems: [],
  notes: ['Checked against goAMLSchema.xsd.'],
  isVoluntary: false,
}
const PROFILES = {
  profiles: [{ country: 'GH', profile: { authority: 'FIC', format: 'goaml' }, codeLists: {} }],
}
const openDraft = (query = '') =>
  renderPage(<FilingPage />, { at: `/filings/new${query}`, route: '/filings/:number', me })
const open = () => renderPage(<FilingPage />, { at: '/filings/F-000012', route: '/filings/:number', me })

it('drafts a report from a case, filled in, shows the gaps while typing, and keeps what was typed', async () => {
  let refuses = true
  let found: object = { ...CHECKED, problems: ['The sender’s tax number is missing.'] }
  const calls = scriptServer({
    'GET /office/api/report-profiles': [200, PROFILES],
    'GET /office/api/cases/K-000012': [200, sampleCasePage()],
    'POST /office/api/filings/check': () => [200, found],
    'POST /office/api/filings': () =>
      refuses
        ? refusal(409, 'action_refused', 'The date of knowledge is in the future. Correct it.')
        : [201, { filing: sampleFiling(), isVoluntary: false }],
    [`GET ${ONE}`]: [200, sampleFiling()],
    [`GET ${ONE}/files`]: [200, FILES],
  })
  const { user } = openDraft('?case=K-000012')
  const transfer = await screen.findByRole('checkbox', { name: /^S-WP41P001/ })
  expect(transfer).toHaveProperty('checked', true)
  // The sender paid in dollars.
  expect(screen.getByLabelText('Authority’s country')).toHaveProperty('value', 'US')
  await user.selectOptions(screen.getByLabelText('Authority’s country'), 'Ghana')
  // The check goes on before the texts are there, and stores nothing.
  expect(await screen.findByRole('heading', { name: '3 missing for FIC' })).toBeDefined()
  expect(screen.getByText('The sender’s tax number is missing.')).toBeDefined()
  expect(screen.getByText('24 hours (fic.gov.gh, primary text)')).toBeDefined()
  await user.type(screen.getByLabelText('Grounds for suspicion'), 'Many cards.')
  await user.type(screen.getByLabelText('Action taken'), 'Held it.')
  await user.type(screen.getByLabelText('Indicators'), 'A1')
  expect(screen.getByRole('heading', { name: '1 missing for FIC' })).toBeDefined()
  found = CHECKED
  await user.type(screen.getByLabelText(/^Tax number/), 'T-7')
  expect(await screen.findByRole('heading', { name: 'Complete for FIC' })).toBeDefined()
  expect(new Set(calls.map(({ call }) => call).filter((call) => call.startsWith('POST')))).toEqual(
    new Set(['POST /office/api/filings/check']),
  )
  await user.type(screen.getByLabelText('Reason'), 'Case K-000012')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect((await screen.findByRole('alert')).textContent).toContain('is in the future')
  refuses = false
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeDefined()
  expect(calls.findLast(({ call }) => call === 'POST /office/api/filings')?.body).toMatchObject({
    draft: {
      ...{ country: 'GH', case: 'K-000012', transfers: ['S-WP41P001'], indicators: ['A1'] },
      senders: { 'S-WP41P001': { taxNumber: 'T-7' } },
    },
    reason: 'Case K-000012',
  })
})

it('says in the form what is missing when it is saved too early', async () => {
  const calls = scriptServer({ 'GET /office/api/report-profiles': [200, PROFILES] })
  const { user } = openDraft()
  await user.type(await screen.findByLabelText('Reason'), 'Too early')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Correct the marked fields')
  expect(screen.getByLabelText('Grounds for suspicion').getAttribute('aria-invalid')).toBe('true')
  expect(calls.some(({ call }) => call.startsWith('POST'))).toBe(false)
})

it('shows the document of a draft when it is opened, and says that this is recorded by asking for it', async () => {
  const files = [{ name: 'F-000000.xml', text: '<report/>' }]
  const calls = scriptServer({
    'GET /office/api/report-profiles': [200, PROFILES],
    'GET /office/api/cases/K-000012': [200, sampleCasePage()],
    'POST /office/api/filings/check': ({ body }) => [
      200,
      { ...CHECKED, files: (body as { document?: boolean }).document === true ? files : [] },
    ],
  })
  const { user } = openDraft('?case=K-000012')
  await user.selectOptions(await screen.findByLabelText('Authority’s country'), 'Ghana')
  const fold = (await screen.findByText('As it would be filed now')).closest('details')
  expect(calls.at(-1)?.body).not.toHaveProperty('document')
  if (fold) fold.open = true
  expect((await screen.findByLabelText('F-000000.xml')).textContent).toBe('<report/>')
  expect(calls.at(-1)?.body).toHaveProperty('document', true)
})

it('edits a draft in the version that was read, and says who can approve it then', async () => {
  const stored = sampleFiling({ draftedBy: 'Ama Boateng' })
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, stored],
    [`GET ${ONE}/files`]: [200, FILES],
    'GET /office/api/report-profiles': [200, PROFILES],
    'GET /office/api/cases/K-000012': [200, sampleCasePage()],
    'POST /office/api/filings/check': [200, CHECKED],
    [`POST ${ONE}/edit`]: [
      200,
      { filing: { ...stored, draftedBy: me.name, draftedAt: me.endsAt }, isVoluntary: false },
    ],
  })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit' }))
  expect(screen.getByLabelText('Authority’s country')).toHaveProperty('disabled', true)
  await user.type(screen.getByLabelText('Grounds for suspicion'), ' All declined.')
  await user.type(screen.getByLabelText('Reason'), 'With the declines')
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('You drafted this report. Another member approves it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(calls.find(({ call }) => call === `POST ${ONE}/edit`)?.body).toMatchObject({
    draftedAt: stored.draftedAt,
    draft: { narrative: 'Many cards in an hour. All declined.' },
    reason: 'With the declines',
  })
})

it('begins another draft with what a withdrawn report says', async () => {
  const withdrawn = sampleFiling({ state: 'withdrawn', draftedBy: 'Ama Boateng' })
  const calls = scriptServer({
    [`GET ${ONE}/files`]: [200, FILES],
    [`GET ${ONE}`]: [200, withdrawn],
    'GET /office/api/report-profiles': [200, PROFILES],
    'GET /office/api/cases/K-000012': [200, sampleCasePage()],
    'POST /office/api/filings/check': [200, CHECKED],
    'POST /office/api/filings': [201, { filing: sampleFiling(), isVoluntary: false }],
  })
  open()
  const link = await screen.findByRole('link', { name: 'Draft again' })
  expect(link.getAttribute('href')).toBe(`/office/filings/new?from=${withdrawn.number}`)
  cleanup()

  const { user } = openDraft(`?from=${withdrawn.number}`)
  const narrative = await screen.findByLabelText('Grounds for suspicion')
  expect(narrative).toHaveProperty('value', 'Many cards in an hour.')
  await user.type(narrative, ' All declined.')
  expect(await screen.findByText('Nothing is missing.')).toBeDefined()
  await user.type(screen.getByLabelText('Reason'), 'With the declines')
  await user.click(screen.getByRole('button', { name: 'Save draft' }))
  const stored = await vi.waitFor(() => {
    const call = calls.find((one) => one.call === 'POST /office/api/filings')
    if (call === undefined) throw new Error('Not stored yet')
    return call
  })
  const { transfers, action, indicators, senders } = withdrawn.content ?? {}
  expect(stored.body).toMatchObject({
    draft: {
      ...{ country: withdrawn.country, transfers, action, indicators, senders },
      narrative: 'Many cards in an hour. All declined.',
    },
  })
})

it('offers the indicators of the authority’s list', async () => {
  const codeLists = { 'codes.indicators': { A1: 'Many cards', B2: 'B2' } }
  scriptServer({
    'GET /office/api/report-profiles': [200, { profiles: [{ ...PROFILES.profiles[0], codeLists }] }],
  })
  const { user } = openDraft()
  expect(await screen.findByLabelText('Indicators')).toHaveProperty('type', 'text')
  await user.selectOptions(screen.getByLabelText('Authority’s country'), 'Ghana')
  const list = await vi.waitFor(() => {
    const field = screen.getByLabelText('Indicators')
    expect(field.tagName).toBe('SELECT')
    return field
  })
  await user.selectOptions(list, 'A1: Many cards')
  expect(screen.getByRole('button', { name: 'Remove A1' })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'A1: Many cards' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove A1' }))
  expect(screen.getByRole('option', { name: 'A1: Many cards' })).toBeDefined()
})
