import { calls, type AnswerOf } from '@sesa/contract'
import { OFFICE_HEADER, officeCalls } from '@sesa/contract/office'
import { within } from '@sesa/test-kit/patience'
import { expect, type Page } from '@playwright/test'
import { answered, type Api } from './api.ts'
import { runCommand } from './office.ts'
import { withProfile } from './people.ts'
import { sendByApi } from './sent-by-api.ts'

/** Sends money to a person who is on the invented list, which opens a case. */
export async function openCase(api: Api, name: string): Promise<void> {
  await sendByApi(api, { whole: 3000, name })
}

/** Checks the identity of a new customer, whose document has another birth date. */
export async function openIdentityCheck(api: Api): Promise<void> {
  const { name } = await withProfile(api)
  const { url } = await api.call(calls.startIdentityCheck, {})
  const [firstName = '', lastName = ''] = name.split(' ')
  const form = { firstName, lastName, dob: '1949-01-01', number: `PP${Date.now()}`, expires: '2034-12-31' }
  await api.request.post(url, { form: { ...form, outcome: '0810' }, maxRedirects: 0 })
}

/** Writes to support about a payment. */
export async function openEnquiry(api: Api, paymentId: string): Promise<void> {
  const body = { id: crypto.randomUUID(), topic: 'where_is_money', message: 'Where is it?' } as const
  await api.call(calls.openEnquiry, { body: { ...body, payment_id: paymentId } })
}

const CHARGE = {
  ...{ currency: 'usd', confirm: 'true', payment_method: 'pm_card_visa' },
  return_url: 'http://localhost/',
}

/** Opens breaks: card charges that our books lack. */
export async function openBreaks(api: Api, dataDir: string, amounts: readonly number[]): Promise<void> {
  for (const amount of amounts)
    await answered(
      await api.request.post('/sandbox/stripe/v1/payment_intents', {
        headers: { authorization: 'Bearer sk_test_sandbox' },
        form: { ...CHARGE, amount },
      }),
    )
  // It exits with 1 while there are breaks.
  await runCommand(dataDir, 'reconcile', '--settle-minutes', '0').catch(() => undefined)
}

type Hit = AnswerOf<typeof officeCalls.search>['transfers'][number]

/** Calls the office as the member of this page, as its own pages do. */
async function officeCall(page: Page, path: string, data: object): Promise<unknown> {
  const { origin } = new URL(page.url())
  const headers = { [OFFICE_HEADER]: '1', origin }
  return answered(await page.request.post(`${origin}/office/api/${path}`, { headers, data }))
}

/** Waits until a payment's transfer is as wanted, and returns it. */
export async function transferOf(
  page: Page,
  paymentId: string,
  isWanted: (hit: Hit) => boolean = () => true,
): Promise<Hit> {
  let found: Hit | undefined
  await expect(async () => {
    const { transfers } = (await officeCall(page, 'search', { text: paymentId })) as { transfers: Hit[] }
    found = transfers.find(isWanted)
    expect(found, `the transfer of ${paymentId}`).toBeDefined()
  }).toPass({ timeout: within(60) })
  if (found === undefined) throw new Error(`No transfer of ${paymentId}`)
  return found
}

/** Puts a transfer on hold as the member of this page. */
export async function hold(page: Page, paymentId: string): Promise<string> {
  const { reference } = await transferOf(page, paymentId)
  await officeCall(page, `transfers/${reference}/hold`, { reason: 'The customer asked for it' })
  return reference
}

/** Asks for the names in Liberia's reporting profile, without which no report can be approved. */
export async function requestProfile(page: Page): Promise<void> {
  const { profiles } = (await (
    await page.request.get(new URL('/office/api/report-profiles', page.url()).href)
  ).json()) as AnswerOf<typeof officeCalls.listReportProfiles>
  const profile = profiles.find(({ country }) => country === 'LR')?.profile ?? {}
  const entity = { name: 'Sesa Sample Ltd', compliance_officer: 'Ama Boateng' }
  const validFrom = new Date().toISOString().slice(0, 10)
  await officeCall(page, 'report-profiles/LR', {
    ...{ validFrom, profile: { ...profile, entity }, reason: 'Registered' },
  })
}
