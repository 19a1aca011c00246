import { PATIENCE } from '@sesa/test-kit/patience'
import { randomUUID } from 'node:crypto'
import { PushBrowser } from '@sesa/test-kit/push-browser'
import { expect, vi } from 'vitest'
import { showDocument, waitForReason } from '../../testing/identity-check.ts'
import type { Client } from './client.ts'
import {
  addGoogle,
  addPasskey,
  newDetails,
  openTransfer,
  pay,
  profileOf,
  transferBody,
  type Details,
  type Opened,
  type Tour,
} from './tour.ts'
import { refundElsewhere } from './payers.ts'

/** Sender details. */
export const SENDER = {
  nationality: 'LR',
  addressLine: '12 Leakwood Canary Street',
  postalCode: '1000-CNRY',
  city: 'Canarytown',
  country: 'LR',
  identificationType: 'passport',
  identificationNumber: 'LR-CANARY-7719265',
  occupation: 'Canary keeper',
}

async function asVisitor(tour: Tour, details: Details): Promise<void> {
  const client = tour.client()
  for (const id of ['getConfig', 'healthz', 'readyz', 'jwks', 'boot']) await tour.call(client, id)
  await tour.call(client, 'findCountry', { query: { name: 'Liberia' } })
  const { name, email } = details
  await tour.call(client, 'sendContact', { body: { name, email, message: `Please call ${details.phone}.` } })
  await tour.call(client, 'expressInterest', { body: { topic: 'loans', email } })
}

/** Opens an account without a phone number. */
export async function byEmail(tour: Tour): Promise<Client> {
  const client = tour.client()
  const { email, password } = newDetails()
  await tour.call(client, 'signUpByEmail', { body: { email, password } })
  await tour.call(client, 'verifyEmail', { body: { token: await tour.inbox.link('verify', email) } })
  return client
}

async function account(tour: Tour, client: Client, details: Details): Promise<void> {
  const reads = ['getUser', 'refreshToken', 'boot', 'getSignInMethods', 'listActivity', 'sessions']
  for (const id of reads) await tour.call(client, id)
  const { notifications } = await tour.call(client, 'getNotifications')
  await tour.call(client, 'putNotifications', { body: notifications as object })
  await notices(tour, client)
  await tour.call(client, 'putSenderDetails', { body: SENDER })
  await tour.call(client, 'getSenderDetails')
  await identityCheck(tour, client, details)
  await tour.call(client, 'exportData')

  const { email, password } = details
  await tour.call(client, 'forgotPassword', { body: { email } })
  const token = await tour.inbox.link('reset', email)
  await tour.call(client, 'resetPassword', { body: { token, password: `${password} 2` } })
  await tour.call(client, 'putPassword', {
    body: { current: `${password} 2`, new: password, confirm: password },
  })
}

/** Shows a document with another name, which then waits for the customer's confirmation. */
export async function showOtherName(tour: Tour, client: Client, details: Details): Promise<void> {
  const { url } = await tour.call(client, 'startIdentityCheck')
  const { name, dob } = profileOf(details)
  const [firstName = '', lastName = ''] = name.split(' ')
  const number = `PP${Date.now()}`
  const document = { firstName, lastName: `${lastName} Weah`, dob, number, expires: '2034-12-31' }
  const { sandboxUrl } = tour.world
  await showDocument({ url: String(url), sandboxUrl }, document, '0810')
  await waitForReason(client, 'name_mismatch')
}

async function identityCheck(tour: Tour, client: Client, details: Details): Promise<void> {
  await showOtherName(tour, client, details)
  await tour.call(client, 'getIdentityCheck')
  await tour.call(client, 'confirmIdentityName')
  await tour.call(client, 'putProfile', { body: profileOf(details) })
}

async function notices(tour: Tour, client: Client): Promise<void> {
  const { notices: list } = await tour.call(client, 'listNotices', { query: { limit: '5' } })
  const [newest] = list as { id: string }[]
  await tour.call(client, 'readNotices', { body: { upToId: newest?.id } })
  const subscription = await new PushBrowser(tour.world.sandboxUrl).subscribe()
  await tour.call(client, 'declinePush')
  for (const id of ['subscribePush', 'keepPush']) await tour.call(client, id, { body: subscription })
  await tour.call(client, 'getPush')
  await tour.call(client, 'unsubscribePush')
}

/** Asks support about a transfer and adds a message. Returns the conversation's id. */
export async function askSupport(tour: Tour, client: Client, payment: string): Promise<string> {
  const id = randomUUID()
  const body = { id, topic: 'where_is_money', payment_id: payment, message: 'Where is it?' }
  await tour.call(client, 'openEnquiry', { body })
  await tour.call(client, 'listEnquiries')
  const more = { messageId: randomUUID(), message: 'It left on Monday.' }
  await tour.call(client, 'addEnquiryMessage', { params: { id }, body: more })
  await tour.call(client, 'getEnquiry', { params: { id } })
  return id
}

/** Agrees again to every document in the profile's form. */
async function agree(tour: Tour, client: Client): Promise<void> {
  const { consents } = await tour.call(client, 'getConsents')
  const agreements = (consents as { document: string; version: string }[]).map(({ document, version }) => ({
    ...{ document, version, given: true },
  }))
  await tour.call(client, 'putConsents', { body: { agreements, screen: 'agreements' } })
}

/** Changes the email address and undoes the change, which ends every session. */
async function changeEmail(tour: Tour, client: Client, details: Details): Promise<void> {
  const next = newDetails().email
  await tour.call(client, 'putProfile', { body: profileOf({ ...details, email: next }) })
  await tour.call(client, 'verifyEmail', { body: { token: await tour.inbox.link('verify', next) } })
  const token = await tour.inbox.link('undo', details.email)
  await tour.call(client, 'undoEmail', { body: { token } })
  await tour.signInByEmail(details, client)
}

async function otherWays(tour: Tour, client: Client, details: Details): Promise<void> {
  await tour.call(client, 'declinePasskey')
  const passkey = await addPasskey(tour, client)
  await tour.call(client, 'listPasskeys')
  const elsewhere = tour.client()
  const { options } = await tour.call(elsewhere, 'challengePasskey')
  const response = passkey.device.get(options as never)
  await tour.call(elsewhere, 'signInByPasskey', { body: { response } })
  await tour.call(client, 'removePasskey', { params: { id: passkey.id } })
  await addGoogle(tour, client, details.email)
  await tour.call(client, 'removeGoogle')
}

async function devices(tour: Tour, client: Client, details: Details): Promise<void> {
  await tour.signInByEmail(details)
  const { sessions } = await tour.call(client, 'sessions')
  const other = (sessions as { id: string; current: boolean }[]).find(({ current }) => !current)
  await tour.call(client, 'endSession', { params: { id: other?.id ?? '' } })
  await tour.call(client, 'endOtherSessions')
  await tour.call(await tour.signInByEmail(details), 'signOut')
}

async function changePhone(tour: Tour, client: Client): Promise<void> {
  const { phone } = newDetails()
  const { verificationId } = await tour.call(client, 'startPhone', { body: { phoneNumber: phone } })
  const code = await tour.inbox.code(phone)
  await tour.call(client, 'changePhone', { body: { verificationId, code } })
}

/** Saves a recipient; returns the id. */
export async function addRecipient(tour: Tour, client: Client, nickname = 'Brother'): Promise<string> {
  const wallet = { country: 'GH', phone: '024 122 1234', network: 'vodafone' }
  const body = { ...wallet, name: 'Kofi Owusu', nickname, favourite: true }
  const { recipient } = await tour.call(client, 'addRecipient', { body })
  const { id } = recipient as { id: string }
  await tour.call(client, 'updateRecipient', { params: { id }, body: { ...body, favourite: false } })
  return id
}

/** Sets a reminder for a new recipient. */
export async function setReminder(tour: Tour, client: Client): Promise<{ id: string; recipientId: string }> {
  const wallet = { country: 'GH', phone: '024 122 1235', network: 'mtn', favourite: false }
  const saved = { body: { ...wallet, name: 'Ama Mensah', nickname: '' } }
  const { recipient } = await tour.call(client, 'addRecipient', saved)
  const { id: recipientId } = recipient as { id: string }
  const firstDay = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const body = { recipientId, amount: 500_000, side: 'send', frequency: 'weekly', firstDay, zone: 'UTC' }
  const { reminder } = await tour.call(client, 'createReminder', { body })
  const { id } = reminder as { id: string }
  const params = { id }
  await tour.call(client, 'updateReminder', { params, body: { ...body, frequency: 'monthly' } })
  return { id, recipientId }
}

/** Sets a rate alert; returns the id. */
export async function setRateAlert(tour: Tour, client: Client): Promise<string> {
  const body = { from: 'LR', to: 'GH', kind: 'at_or_above', threshold: '99', zone: 'UTC' }
  const { alert } = await tour.call(client, 'createRateAlert', { body })
  return (alert as { id: string }).id
}

/** Makes every call about reminders and rate alerts. */
async function remind(tour: Tour, client: Client): Promise<void> {
  const { id } = await setReminder(tour, client)
  const params = { id }
  for (const call of ['getReminder', 'pauseReminder', 'resumeReminder', 'endReminder'])
    await tour.call(client, call, { params })
  await tour.call(client, 'listReminders')
  await tour.call(client, 'listRateAlerts')
  await tour.call(client, 'deleteRateAlert', { params: { id: await setRateAlert(tour, client) } })
  const unknown = { token: 'unknown' }
  await tour.call(tour.client(), 'endRateAlertByLink', { params: unknown, body: {} })
}

/** Returns the id of the customer's saved card. */
export async function savedCard(tour: Tour, client: Client): Promise<string> {
  const { cards } = await tour.call(client, 'listCards')
  return (cards as { id: string }[])[0]?.id ?? ''
}

/** Creates a link to a transfer, opens it as the recipient, and ends it. */
async function followLink(tour: Tour, client: Client, params: { payment_id: string }): Promise<void> {
  const { url } = await tour.call(client, 'createTrackingLink', { params })
  const token = String(url).split('/').at(-1) ?? ''
  const recipient = tour.client()
  await tour.call(recipient, 'trackTransfer', { params: { token } })
  await recipient.request('GET', `/track/${token}`, { headers: { accept: 'text/html' } })
  await tour.call(client, 'endTrackingLinks', { params })
}

/** Sends money and waits for it to arrive; then opens a transfer and cancels it. Returns the one that arrived. */
export async function sendMoney(tour: Tour, client: Client, recipient?: string): Promise<Opened> {
  const draft = { sendAmount: '2,000', country: 'GH', name: recipient ?? 'Ama Mensah', phone: '024 111 1234' }
  await tour.call(client, 'putDraft', { body: draft })
  await tour.call(client, 'getDraft')
  await tour.call(client, 'deleteDraft')
  await tour.call(client, 'getLimits')
  const wallet = { country: 'GH', phone: '024 111 1234', network: 'mtn' }
  await tour.call(client, 'checkRecipient', { body: wallet })
  const opened = await openTransfer(tour, client, recipient)
  await pay(tour, opened)
  for (const id of ['sendMoney', 'complete']) await tour.call(client, id, { body: { id: opened.id } })
  const params = { payment_id: opened.id }
  for (const id of ['getTransfer', 'getReceipt']) await tour.call(client, id, { params })
  await tour.call(client, 'listCards')
  await followLink(tour, client, params)
  const search = recipient ?? 'Ama'
  await tour.call(client, 'listTransfers', { query: { search, status: 'sent', limit: '5' } })
  await tour.call(client, 'getHome')
  await tour.call(client, 'listRecipients')
  const id = await addRecipient(tour, client)
  await tour.call(client, 'removeRecipient', { params: { id } })
  // With a typed card: saved ones are locked after the tour's recovery.
  const body = await transferBody(tour, client, recipient)
  const second = await tour.call(client, 'createPaymentIntent', { body })
  await tour.call(client, 'cancelTransfer', { params: { payment_id: String(second['id']) } })
  await payFromWallet(tour, client)
  return opened
}

/** Pays from the customer's own wallet, which approves by itself, and then tries to take the request back. */
async function payFromWallet(tour: Tour, client: Client): Promise<void> {
  const wallet = { payWith: 'momo', payer: { network: 'orange' } }
  const body = { ...(await transferBody(tour, client)), ...wallet }
  const { id } = await tour.call(client, 'createPaymentIntent', { body })
  await tour.call(client, 'pay', { body: { id } })
  const params = { payment_id: String(id) }
  await vi.waitFor(async () => {
    const { transfer } = await tour.call(client, 'getTransfer', { params })
    expect(transfer).toMatchObject({ status: 'sent' })
  }, PATIENCE)
  await tour.call(client, 'stopPayment', { body: { id } })
}

/** Calls every operation successfully at least once, as one person; returns their client and the delivered transfer. */
export async function takeEverywhere(tour: Tour, details: Details = newDetails()) {
  await asVisitor(tour, details)
  await byEmail(tour)
  const client = await tour.signUp(details)
  await account(tour, client, details)
  await changeEmail(tour, client, details)
  await otherWays(tour, client, details)
  await devices(tour, client, details)
  await changePhone(tour, client)
  await agree(tour, client)
  const sent = await sendMoney(tour, client)
  await refundElsewhere(tour, client)
  await remind(tour, client)
  await tour.call(client, 'removeCard', { params: { id: await savedCard(tour, client) } })
  await askSupport(tour, client, sent.id)
  return { client, sent }
}

/** Ends the tour: closes the account. */
export async function leave(tour: Tour, client: Client): Promise<void> {
  // Refused while one of the transfers is still on its way.
  await vi.waitFor(() => tour.call(client, 'deleteUser'), PATIENCE)
}
