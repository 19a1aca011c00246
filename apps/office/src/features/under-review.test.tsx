// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { isPermitted, ROLES, type Permission } from '@sesa/contract/office'
import type { ReactElement } from 'react'
import { describe, expect, it } from 'vitest'
import {
  sampleCustomer,
  sampleHit,
  sampleInbox,
  sampleMe,
  sampleStory,
  sampleTransfer,
  sampleWork,
} from '../testing/samples.ts'
import { renderPage, scriptServer } from '../testing/office.tsx'
import CustomerPage from './customer/page.tsx'
import InboxPage from './inbox/page.tsx'
import TransferPage from './transfer/page.tsx'
import TransfersPage from './transfers/page.tsx'

/*
 * The server gives staff without `cases.read` one neutral hold for all that compliance decides (the walk over every call is
 * in the API). Here: the pages say it in the same words, and add none of their own.
 */

const WORDS = /screening|sanction|\bmatch|\bcases?\b|monitoring|fraud|suspect|K-\d{6}|docs\/runbooks/i
const UNTOLD = ROLES.filter((role) => !isPermitted([role], 'cases.read'))
const review = {
  reason: 'under_review',
  owner: 'compliance',
  means: 'Compliance is reviewing this transfer.',
} as const
const hit = sampleHit(1, { state: 'paid', hold: 'under_review' })
const story = sampleStory({
  cause: review.means,
  next: { text: 'Nothing happens by itself. Compliance decides.', at: null },
  entries: [{ at: hit.createdAt, text: 'On hold, Under review', by: null, second: null, details: [] }],
})
const refusal = `${hit.reference} is under review by compliance.`
const transfer = sampleTransfer({
  ...hit,
  story,
  holdDetail: { ...review, runbook: null, decided: false, since: hit.createdAt },
  actions: sampleTransfer().actions.map((one) => ({ ...one, refusal })),
})
const customer = sampleCustomer({
  transfers: [hit],
  holds: [
    {
      ...{ cause: 'under_review', reference: null, openedAt: hit.createdAt, openedBy: null, reason: null },
      ...{ liftedAt: hit.createdAt, liftedBy: null, liftReason: null },
    },
  ],
})
const notes = { notes: [] }

interface Shown {
  readonly page: ReactElement
  readonly needs: Permission
  readonly at: string
  readonly route?: string
}
const PAGES: Readonly<Record<string, Shown>> = {
  inbox: { page: <InboxPage />, needs: 'transfers.read', at: '/inbox?kind=holds&view=others' },
  transfer: {
    page: <TransferPage />,
    needs: 'transfers.read',
    at: `/transfers/${hit.reference}`,
    route: '/transfers/:reference',
  },
  customer: {
    page: <CustomerPage />,
    needs: 'customers.read',
    at: `/customers/${customer.id}`,
    route: '/customers/:id',
  },
  transfers: { page: <TransfersPage />, needs: 'transfers.read', at: '/transfers' },
}

const server = () =>
  scriptServer({
    'GET /office/api/inbox': [
      200,
      sampleInbox(
        [1, 2, 3].map((number) => sampleWork(number, { title: 'Under review', waitsFor: 'Compliance' })),
      ),
    ],
    [`GET /office/api/transfers/${hit.reference}`]: [200, transfer],
    [`GET /office/api/transfers/${hit.reference}/notes`]: [200, notes],
    [`GET /office/api/customers/${customer.id}`]: [200, customer],
    [`GET /office/api/customers/${customer.id}/notes`]: [200, notes],
    'POST /office/api/transfers/list': [200, { text: '', chips: [], transfers: [hit], next: null }],
    'GET /office/api/views/transfers': [200, { views: [] }],
  })

describe.each(UNTOLD)('what %s sees of a transfer that compliance decides about', (role) => {
  const shown = Object.entries(PAGES).filter(([, { needs }]) => isPermitted([role], needs))
  if (shown.length === 0) it('is nothing', () => expect(role).toBe('administrator'))
  it.each(shown.map(([name, one]) => [name, one] as const))('says "Under review": %s', async (_name, one) => {
    server()
    renderPage(one.page, { ...one, me: sampleMe([role]) })
    expect(await screen.findAllByText(/under review/i)).not.toHaveLength(0)
    expect(document.body.textContent).not.toMatch(WORDS)
  })
})
