import { expect, type APIRequestContext } from '@playwright/test'
import { answered, type Api } from './api.ts'

interface Message {
  id: string
  subject?: string
  text: string
}

/** What the outside world's own books say (design.md, section 3). Amounts in minor units. */
interface Books {
  payments: { id: string; amount: number; currency: string; captured: number; refunded: number }[]
  payouts: { reference: string; msisdn: string; amount: number; currency: string; status: string }[]
}

async function messages(request: APIRequestContext, to: string): Promise<Message[]> {
  const response = await request.get(`/sandbox/messages?to=${encodeURIComponent(to)}`)
  return ((await answered(response)) as { messages: Message[] }).messages
}

/** The ids of the messages that this number or address has so far. */
export async function messagesSoFar(api: Api, to: string): Promise<ReadonlySet<string>> {
  return new Set((await messages(api.request, to)).map(({ id }) => id))
}

/**
 * The newest code sent to this number, once there is one. Notices may come in between. `before`: the messages from before
 * the code was requested, for a number that has had a code already.
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
  }).toPass({ timeout: 30_000, intervals: [100, 250, 500] })
  return code ?? ''
}

/** The mail in the box of this address, newest first. */
export function mailTo(api: Api, email: string): Promise<Message[]> {
  return messages(api.request, email)
}

/** Which of the links that mail to an address holds. */
interface Wanted {
  /** The page that it leads to. */
  readonly page: '/verify-email' | '/reset-password' | '/undo-email'
  /** One that came before it. */
  readonly after?: string
}

/** The path, with its token, of the newest link to this page in the mail to this address, once it is there. */
export async function linkSentTo(api: Api, email: string, { page, after }: Wanted): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const links = (await messages(api.request, email)).map(
      ({ text }) => /https?:\/\/\S+?(\/[a-z-]+(?:\?[^\s#]+)?#[\w-]+)/.exec(text)?.[1],
    )
    link = links.find((one) => one?.split(/[?#]/)[0] === page && one !== after)
    expect(link, `a link to ${page} for ${email}`).toBeDefined()
  }).toPass({ timeout: 30_000, intervals: [100, 250, 500] })
  return link ?? ''
}

/** One payment's rows in the books: the card's, and the pay-outs to this number. */
export async function booksOf(api: Api, paymentId: string, phone: string) {
  const books = (await answered(await api.request.get('/sandbox/books'))) as Books
  return {
    payment: books.payments.find((payment) => payment.id === paymentId),
    payouts: books.payouts.filter((payout) => payout.msisdn.replace('+', '') === phone.replace('+', '')),
  }
}
