import type { Home, OpenTransfer, Transfer, TransferPage } from '@sesa/contract'

/** A transfer of LRD 10,000.00 to Ama Mensah in Ghana, as lists have it. */
export const sampleRow = (change: Partial<Transfer> = {}): Transfer => ({
  ...{ payment_id: 'pi_ama', reference: 'S-7K2M9P41', recipient: 'Ama Mensah', country: 'GH' },
  ...{ sender_country: 'LR', date: new Date(2026, 10, 24, 14, 5).toISOString() },
  ...{ amount: 1_000_000, currency: 'LRD', receive_amount: 66_900, receive_currency: 'GHS', status: 'sent' },
  ...change,
})

/** The same transfer while it is on its way. */
export const sampleOpen = (change: Partial<OpenTransfer> = {}): OpenTransfer => ({
  ...sampleRow({ status: 'processing' }),
  ...{ delivery_estimate: new Date(Date.now() + 1_800_000).toISOString(), notice: null },
  ...change,
})

/** What the app's first answer has for the home page, for a customer who has done nothing yet. */
export const sampleHome = (change: Partial<Home & TransferPage> = {}): Home & TransferPage => ({
  ...{ in_progress: [], people: [], reminders: [], transfers: [], nextCursor: null },
  ...change,
})
