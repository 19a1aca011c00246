// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { officeCalls } from '@sesa/contract/office'
import { expect, it, vi } from 'vitest'
import { catchDownloads, listOf, refusal, renderPage, scriptServer } from '../../testing/office.tsx'
import { sampleFiling } from '../../testing/compliance-samples.ts'
import { sampleApproval, sampleMe } from '../../testing/samples.ts'
import FilingsPage from './list-page.tsx'
import FilingPage from './page.tsx'
import { lastMonth, lastWeek } from './periods.ts'

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
const PROFILES = {
  profiles: [{ country: 'GH', profile: { authority: 'FIC', format: 'goaml' }, codeLists: {} }],
}
const openProfiles = () => renderPage(<FilingsPage />, { at: '/filings?tab=profiles', route: '/filings', me })
const open = () => renderPage(<FilingPage />, { at: '/filings/F-000012', route: '/filings/:number', me })

it('lists reports with the time left, and downloads a regulator’s figures', async () => {
  const saved = catchDownloads()
  const calls = scriptServer({
    'GET /office/api/filings': listOf(officeCalls.listFilings, { filings: [sampleFiling()] }),
    'GET /office/api/statistics': [
      200,
      {
        lines: [
          {
            day: '2026-11-16',
            what: 'inward',
            otherCountry: 'US',
            network: 'mtn',
            count: 2,
            currency: 'GHS',
            amount: '120050',
          },
        ],
        file: { name: 'statistics-GH.csv', text: 'day\n' },
      },
    ],
  })
  const { unmount } = renderPage(<FilingsPage />, { me })
  expect(await screen.findByRole('gridcell', { name: '21 hours' })).toBeDefined()
  unmount()
  const { user } = renderPage(<FilingsPage />, { at: '/filings?tab=statistics', me })
  await user.click(screen.getByRole('button', { name: 'Show figures' }))
  expect(screen.getByText('Choose a country.')).toBeDefined()
  await user.selectOptions(screen.getByLabelText('Country'), 'Ghana')
  await user.click(screen.getByRole('button', { name: 'Show figures' }))
  expect((await screen.findByRole('row', { name: /Inward/ })).textContent).toContain('GHS 1,200.50')
  expect(calls.at(-1)?.search).toMatch(/^\?country=GH&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/)
  await user.click(screen.getByRole('button', { name: 'Download as CSV' }))
  expect(saved).toEqual(['statistics-GH.csv'])
})

it('names the fields that a document lacks, and cannot be approved then', async () => {
  scriptServer({
    [`GET ${ONE}/files`]: [200, FILES],
    [`GET ${ONE}`]: [200, sampleFiling({ problems: ['entity.rentity_id'] })],
  })
  open()
  expect(await screen.findByText('entity.rentity_id')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Withdraw' })).toBeDefined()
})

it('has another member read the document, approve that version, and says why it cannot be downloaded', async () => {
  const saved = catchDownloads()
  const calls = scriptServer({
    [`GET ${ONE}`]: [200, sampleFiling()],
    [`GET ${ONE}/files`]: [200, FILES],
    [`POST ${ONE}/approve`]: [200, sampleFiling({ state: 'approved', approvedBy: me.name })],
    [`POST ${ONE}/export`]: refusal(409, 'action_refused', 'The records behind F-000012 have changed.'),
  })
  const { user } = open()
  expect(await screen.findByText(`SHA-256 ${'5f70bf18'.repeat(8)}`)).toBeDefined()
  expect((await screen.findByTitle('F-000012.html')).getAttribute('srcdoc')).toBe(FILES.files[0]?.text)
  expect(screen.getByTitle('F-000012.html').getAttribute('sandbox')).toBe('')
  expect(screen.getByLabelText('F-000012.csv').textContent).toContain('S-WP41P001')
  await user.click(screen.getByRole('button', { name: 'Save F-000012.csv' }))
  expect(saved).toEqual(['F-000012.csv'])
  await user.type(await screen.findByLabelText('Reason'), 'Read it twice')
  await user.click(screen.getByRole('button', { name: 'Approve' }))
  await vi.waitFor(() =>
    expect(calls.find(({ call }) => call === `POST ${ONE}/approve`)?.body).toEqual({
      version: FILES.version,
      reason: 'Read it twice',
    }),
  )
  await user.click(await screen.findByRole('button', { name: 'Download document' }))
  await user.type(screen.getByLabelText('Reason'), 'For the portal')
  await user.click(screen.getByRole('button', { name: 'Download' }))
  expect((await screen.findByRole('alert')).textContent).toContain('have changed')
  expect(calls.at(-1)?.body).toEqual({ reason: 'For the portal' })
})

it('does not offer the approval to the member who drafted it', async () => {
  scriptServer({
    [`GET ${ONE}/files`]: [200, FILES],
    [`GET ${ONE}`]: [200, sampleFiling({ draftedBy: me.name })],
  })
  open()
  expect(await screen.findByText('You drafted this report. Another member approves it.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
})

it('marks an exported report as filed with the authority’s reference', async () => {
  const exported = sampleFiling({ state: 'exported', approvedBy: me.name })
  const calls = scriptServer({
    [`GET ${ONE}/files`]: [200, FILES],
    [`GET ${ONE}`]: [200, exported],
    [`POST ${ONE}/acknowledge`]: [200, { ...exported, state: 'acknowledged', authorityId: 'FIC-77' }],
  })
  const { user } = open()
  await user.type(await screen.findByLabelText('Authority’s reference'), 'FIC-77')
  await user.type(screen.getByLabelText('Reason'), 'The receipt of today')
  await user.click(screen.getByRole('button', { name: 'Mark as filed' }))
  expect(await screen.findByText('FIC-77', { selector: 'dd' })).toBeDefined()
  expect(calls.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    authorityId: 'FIC-77',
    reason: 'The receipt of today',
  })
})

it.each([
  ['2026-11-26', { from: '2026-11-16', to: '2026-11-22' }, { from: '2026-10-01', to: '2026-10-31' }],
  ['2026-11-22', { from: '2026-11-09', to: '2026-11-15' }, { from: '2026-10-01', to: '2026-10-31' }],
  ['2027-01-04', { from: '2026-12-28', to: '2027-01-03' }, { from: '2026-12-01', to: '2026-12-31' }],
])('on %s the last week and month are whole ones', (day, week, month) => {
  const now = Date.parse(`${day}T12:00:00Z`)
  expect([lastWeek(now), lastMonth(now)]).toEqual([week, month])
})

it('shows what a report says to the member who approves it', async () => {
  scriptServer({
    [`GET ${ONE}/files`]: [200, FILES],
    [`GET ${ONE}`]: [200, sampleFiling({ draftedBy: 'Ama Boateng' })],
  })
  open()
  expect(await screen.findByText('Many cards in an hour.')).toBeDefined()
  expect(screen.getByText('Held the transfer.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'S-WP41P001' })).toBeDefined()
  expect(screen.getByText('T-7')).toBeDefined()
})

it('shows a country’s profile, and asks a second person for another one', async () => {
  const profiles = [{ country: 'GH', profile: { authority: 'FIC' }, codeLists: {} }]
  const calls = scriptServer({
    'GET /office/api/report-profiles': [200, { profiles }],
    'POST /office/api/report-profiles/GH': [
      201,
      { approval: sampleApproval({ action: 'set_report_profile' }) },
    ],
  })
  const { user } = openProfiles()
  const text = await screen.findByLabelText('Profile')
  await user.clear(text)
  await user.type(text, '[[')
  expect(screen.getByText('Enter the profile as a JSON object.')).toBeDefined()
  await user.clear(text)
  await user.type(text, '{{"authority": "FIA"}')
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  await user.type(screen.getByLabelText('Reason'), 'New circular')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByRole('link', { name: 'Open request' })).toBeDefined()
  expect(calls.at(-1)?.body).toMatchObject({ profile: { authority: 'FIA' }, reason: 'New circular' })
})

it('adds the authority’s schema file to a profile, and offers the codes that it lists', async () => {
  const schema = { name: 'goAMLSchema.xsd', sha256: '5f70bf18'.repeat(8) }
  const codeLists = {
    'codes.single.report_code': { STR: 'Suspicious transaction' },
    'codes.documents': { PP: 'Passport' },
  }
  let refuses = true
  const calls = scriptServer({
    'GET /office/api/report-profiles': [200, PROFILES],
    'POST /office/api/report-schemas': () =>
      refuses
        ? refusal(409, 'action_refused', 'This isn’t an XML schema. Choose the authority’s .xsd file.')
        : [201, { schema, codeLists }],
    'POST /office/api/report-profiles/GH': [
      201,
      { approval: sampleApproval({ action: 'set_report_profile' }) },
    ],
  })
  const { user } = openProfiles()
  const field = await screen.findByLabelText('Authority’s schema file')
  expect(screen.getByText('None yet. Reports can’t be approved without it.')).toBeDefined()
  const file = new File(['<xs:schema/>'], schema.name)
  await user.upload(field, file)
  expect((await screen.findByRole('alert')).textContent).toContain('This isn’t an XML schema')
  refuses = false
  await user.upload(field, file)
  await user.selectOptions(await screen.findByLabelText('Report code'), 'STR: Suspicious transaction')
  await user.selectOptions(screen.getByLabelText('Passport'), 'PP: Passport')
  expect(calls.at(-1)?.body).toEqual({ format: 'goaml', name: schema.name, content: '<xs:schema/>' })
  await user.click(screen.getByRole('button', { name: 'Request approval' }))
  await user.type(screen.getByLabelText('Reason'), 'The file of the FIC')
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  await vi.waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({
      profile: { schema, codes: { single: { report_code: 'STR' }, documents: { passport: 'PP' } } },
    }),
  )
})
