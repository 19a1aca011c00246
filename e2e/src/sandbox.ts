import { within } from '@sesa/test-kit/patience'
import { expect, type APIRequestContext } from '@playwright/test'
import { answered, type Api } from './api.ts'

interface Message {
  id: string
  subject?: string
  text: string
}

/** The sandbox's books, with amounts in minor units. */
interface Books {
  payments: { id: string; amount: number; currency: string; captured: number; refunded: number }[]
  payouts: { reference: string; msisdn: string; amount: number; currency: string; status: string }[]
}

async function messages(request: APIRequestContext, to: string): Promise<Message[]> {
  const response = await request.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)
  return ((await answered(response)) as { messages: Message[] }).messages
}

/** Returns the ids of all messages so far to this number or address. */
export async function messagesSoFar(api: Api, to: string): Promise<ReadonlySet<string>> {
  return new Set((await messages(api.request, to)).map(({ id }) => id))
}

/**
 * Waits for a code to this number and returns the newest. Notices may arrive in between. For a number that already got
 * a code, `before` names the messages from before the request.
 */
export async function codeSentTo(
  api: Api,
  phone: string,
  before: ReadonlySet<string> = new Set(),
): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    const fresh = (await messages(api.request, phone)).filter(({ id }) => !before.has(id))
    code = fresh.flatMap(({ text }) => /Your Sesa code is (\d{6})/.exec(text)?.[1] ?? [])[0]
    expect(code, `a code for ${phone}`).toBeDefined()
  }).toPass({ timeout: within(30), intervals: [100, 250, 500] })
  return code ?? ''
}

/** Returns the emails to this address, newest first. */
export function mailTo(api: Api, email: string): Promise<Message[]> {
  return messages(api.request, email)
}

/** The link to choose from the emails to an address. */
interface Wanted {
  /** The page that the link opens. */
  readonly page: '/verify-email' | '/reset-password' | '/undo-email'
  /** An earlier link to skip. */
  readonly after?: string
}

/** Waits for an emailed link to this page and returns the newest one's path with its token. */
export async function linkSentTo(api: Api, email: string, { page, after }: Wanted): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const links = (await messages(api.request, email)).map(
      ({ text }) => /https?:\/\/\S+?(\/[a-z-]+(?:\?[^\s#]+)?#[\w-]+)/.exec(text)?.[1],
    )
    link = links.find((one) => one?.split(/[?#]/)[0] === page && one !== after)
    expect(link, `a link to ${page} for ${email}`).toBeDefined()
  }).toPass({ timeout: within(30), intervals: [100, 250, 500] })
  return link ?? ''
}

/** Returns a payment's rows in the sandbox's books: the card payment, and the pay-outs to this number. */
export async function booksOf(api: Api, paymentId: string, phone: string) {
  const books = (await answered(await api.request.get('/sandbox/books'))) as Books
  return {
    payment: books.payments.find((payment) => payment.id === paymentId),
    payouts: books.payouts.filter((payout) => payout.msisdn.replace('+', '') === phone.replace('+', '')),
  }
}
