// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { Role, WorkKind } from '@sesa/contract/office'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import { queueAt } from '../lib/work.ts'
import { NextWork } from '../parts/next-work.tsx'
import { sampleCasePage, sampleIdentityCheck } from '../testing/compliance-samples.ts'
import { sampleDailyClose, sampleDay } from '../testing/finance-samples.ts'
import { refusal, renderPage, scriptServer, type Answer } from '../testing/office.tsx'
import { sampleApproval, sampleMe, sampleTransfer, sampleWork } from '../testing/samples.ts'
import ApprovalPage from './approvals/page.tsx'
import CasePage from './cases/page.tsx'
import DailyClosePage from './daily-close/page.tsx'
import IdentityCheckPage from './identity/page.tsx'
import TransferPage from './transfer/page.tsx'

const NEXT = 'POST /office/api/inbox/next'
const CASE = '/office/api/cases/K-000012'
const CHECK = `/office/api/identity-checks/${sampleIdentityCheck().id}`
const APPROVAL = `/office/api/approvals/${sampleApproval().id}`
const TRANSFER = '/office/api/transfers/S-WP41P001'
const DAY = '/office/api/daily-closes/2026-11-25'

interface Decision {
  readonly kind: WorkKind
  readonly role: Role
  readonly page: ReactElement
  readonly at: string
  readonly route: string
  readonly answers: Readonly<Record<string, Answer>>
  readonly decide: (user: UserEvent) => Promise<void>
  readonly done: string
}

const press = (user: UserEvent, name: string) =>
  user.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)
const say = async (user: UserEvent, label = 'Reason') =>
  user.type(await screen.findByLabelText(label), 'Compared')

const DECISIONS: readonly Decision[] = [
  {
    ...{ kind: 'cases', role: 'compliance', page: <CasePage /> },
    ...{ at: '/cases/K-000012', route: '/cases/:number' },
    answers: { [`GET ${CASE}`]: [200, sampleCasePage()], [`POST ${CASE}/propose`]: [200, sampleCasePage()] },
    async decide(user) {
      await say(user)
      await user.click(screen.getByRole('radio', { name: /^Blocked/ }))
      await press(user, 'Propose')
    },
    done: 'K-000012 proposed',
  },
  {
    ...{ kind: 'identity', role: 'compliance', page: <IdentityCheckPage /> },
    ...{ at: CHECK.replace('/office/api/identity-checks', '/identity'), route: '/identity/:id' },
    answers: {
      [`GET ${CHECK}`]: [200, sampleIdentityCheck()],
      [`POST ${CHECK}/review`]: [201, { approval: sampleApproval() }],
    },
    async decide(user) {
      await say(user)
      await press(user, 'Request verification')
    },
    done: 'Verification requested',
  },
  {
    ...{ kind: 'approvals', role: 'finance', page: <ApprovalPage /> },
    ...{ at: APPROVAL.replace('/office/api', ''), route: '/approvals/:id' },
    answers: {
      [`GET ${APPROVAL}`]: [200, sampleApproval()],
      [`GET ${APPROVAL}/caution`]: [200, { warnings: [], confirm: null }],
      [`POST ${APPROVAL}/approve`]: [200, sampleApproval({ state: 'done' })],
    },
    async decide(user) {
      await say(user, 'Note')
      await press(user, 'Approve')
    },
    done: 'Approved',
  },
  {
    ...{ kind: 'holds', role: 'finance', page: <TransferPage /> },
    ...{ at: '/transfers/S-WP41P001', route: '/transfers/:reference' },
    answers: {
      [`GET ${TRANSFER}`]: [200, sampleTransfer({ approvals: [] })],
      [`POST ${TRANSFER}/release`]: [200, { outcome: 'done', approval: null }],
    },
    async decide(user) {
      await user.click(await screen.findByRole('button', { name: 'Release hold' }))
      await say(user)
      await press(user, 'Release hold')
    },
    done: 'S-WP41P001: done',
  },
  {
    ...{ kind: 'closes', role: 'finance', page: <DailyClosePage /> },
    ...{ at: '/daily-closes/2026-11-25', route: '/daily-closes/:day' },
    answers: {
      [`GET ${DAY}`]: [200, { ...sampleDay(), close: sampleDailyClose() }],
      [`POST ${DAY}/sign`]: [200, { ...sampleDay(), close: sampleDailyClose() }],
    },
    async decide(user) {
      await user.click(await screen.findByRole('button', { name: 'Sign' }))
      await say(user)
      await press(user, 'Sign')
    },
    done: 'Signed',
  },
]

const open = ({ page, at, route, role }: Decision) => renderPage(page, { at, route, me: sampleMe([role]) })

const toast = () => document.querySelector('[data-toast]')?.textContent
const request = sampleWork(7, { kind: 'privacy', id: 'P-000007' })

describe.each(DECISIONS)('after a decision in the queue $kind', (decision) => {
  const { kind, answers, decide, done } = decision
  it('the next item of the queue opens by itself, and the message says what was done', async () => {
    const calls = scriptServer({ ...answers, [NEXT]: [200, { work: request }] })
    const { user, place } = open(decision)
    await decide(user)
    await waitFor(() => expect(place()).toBe('/privacy/P-000007'))
    expect(toast()).toBe(`${done}. Next: P-000007`)
    expect(calls.find(({ call }) => call === NEXT)?.body).toEqual({ kind })
  })

  it.each([
    ['nothing is left', [200, { work: null }]],
    ['the next one cannot be read', refusal(503, 'unavailable')],
  ] as const)('the page stays when %s', async (_, next) => {
    scriptServer({ ...answers, [NEXT]: next })
    const { user, place } = open(decision)
    await decide(user)
    await waitFor(() => expect(toast()).toBe(done))
    expect(place()).toBe(decision.at)
  })
})

it('opens the next item of the open page’s queue by its button', async () => {
  const calls = scriptServer({ [NEXT]: [200, { work: sampleWork(7) }] })
  const { user, place } = renderPage(<NextWork />, { at: '/inbox?kind=holds', route: '/inbox' })
  await user.click(screen.getByRole('button', { name: /^Next/ }))
  await waitFor(() => expect(place()).toBe('/transfers/S-WP41P007'))
  expect(calls.at(-1)?.body).toEqual({ kind: 'holds' })
})

it.each([
  ['that nothing is left', [200, { work: null }], 'Nothing unowned is left for you'],
  ['why it cannot', refusal(503, 'unavailable', 'The service is busy.'), 'The service is busy.'],
] as const)('says %s', async (_, next, text) => {
  scriptServer({ [NEXT]: next })
  const { user } = renderPage(<NextWork />)
  await user.click(screen.getByRole('button', { name: /^Next/ }))
  expect(await screen.findByText(text)).toBeDefined()
})

it.each([
  ['/cases/K-000001', '', 'cases'],
  ['/daily-closes/latest', '', 'closes'],
  ['/reconciliation', '?break=3', 'breaks'],
  ['/inbox', '?kind=approvals', 'approvals'],
  ['/inbox', '?kind=templates', undefined],
  ['/transfers/S-WP41P001', '', undefined],
  ['/', '', undefined],
])('the queue of %s%s is %s', (path, search, kind) => {
  expect(queueAt(path, search)).toBe(kind)
})
