import {
  calls,
  type AnswerOf,
  type Home,
  type OpenTransfer,
  type Recipient,
  type Transfer,
  type TransferPage,
} from '@sesa/contract'

type Device = AnswerOf<typeof calls.sessions>['sessions'][number]

/** Returns the choices of a new customer. */
export const sampleChoices = (): AnswerOf<typeof calls.getNotifications> => ({
  notifications: {
    ...{ transactionSuccessful: true, transactionFails: true, ratesChange: false, moneyReceived: true },
    ...{ loanRequestSuccessful: false, loanRequestFails: false },
  },
  channels: {
    email: { reminders: true, rateAlerts: true, supportAnswers: true },
    push: {
      ...{ transfers: true, moneyReceived: true, ratesChange: false },
      ...{ reminders: true, rateAlerts: true, supportAnswers: true },
    },
    sms: { transfers: true },
  },
})

type Methods = AnswerOf<typeof calls.getSignInMethods>

export const sampleMethods = (change: Partial<Methods> = {}): Methods => ({
  ...{ phoneNumber: '+231770123456', email: 'hawa@example.org', emailVerified: true, pendingEmail: null },
  ...{ password: false, google: false, passkeys: 0, provenUntil: null },
  ...change,
})

export const sampleDevice = (change: Partial<Device> = {}): Device => ({
  ...{ id: crypto.randomUUID(), device: 'Chrome on Android', current: true, trusted: false },
  createdAt: new Date(2026, 10, 24, 14, 5).toISOString(),
  lastUsedAt: new Date(2026, 10, 25, 9).toISOString(),
  ...change,
})

/** Returns a transfer of LRD 10,000.00 to Ama Mensah in Ghana, as in lists. */
export const sampleRow = (change: Partial<Transfer> = {}): Transfer => ({
  ...{ payment_id: 'pi_ama', reference: 'S-7K2M9P41', recipient: 'Ama Mensah', country: 'GH' },
  ...{ sender_country: 'LR', date: new Date(2026, 10, 24, 14, 5).toISOString() },
  ...{ amount: 1_000_000, currency: 'LRD', receive_amount: 66_900, receive_currency: 'GHS', status: 'sent' },
  ...change,
})

/** Returns the same transfer while it is in progress. */
export const sampleOpen = (change: Partial<OpenTransfer> = {}): OpenTransfer => ({
  ...sampleRow({ status: 'processing' }),
  ...{ delivery_estimate: new Date(Date.now() + 1_800_000).toISOString(), notice: null },
  ...change,
})

/** Returns the home page's part of the boot answer, for a customer without any activity. */
export const sampleHome = (change: Partial<Home & TransferPage> = {}): Home & TransferPage => ({
  ...{ in_progress: [], people: [], reminders: [], transfers: [], nextCursor: null },
  ...change,
})

/** Returns Ama Mensah in Ghana, saved and never paid. */
export const sampleRecipient = (change: Partial<Recipient> = {}): Recipient => ({
  ...{ id: '0d9f2c1e-6b1c-4a0e-9a53-2f4a5c8e7b10', name: 'Ama Mensah', nickname: null, favourite: false },
  ...{ country: 'GH', phone: '+233241111234', network: 'mtn' },
  check: { verdict: 'match', name: 'Ama Mensah', checkedAt: new Date(2026, 10, 24, 14, 5).toISOString() },
  ...{ lastSentAt: null, payment_id: null, transfers: 0 },
  ...change,
})
