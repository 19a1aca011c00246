import { setTimeout as sleep } from 'node:timers/promises'
import { send, type Answer } from './http.ts'

/** The providers' own books; amounts in minor units. */
export interface Books {
  readonly payments: readonly {
    readonly id: string
    readonly amount: number
    readonly currency: string
    readonly captured: number
    readonly refunded: number
  }[]
  /** Payments from wallets. */
  readonly collections: readonly {
    readonly reference: string
    readonly msisdn: string
    readonly status: 'pending' | 'completed' | 'failed'
    readonly amount: number
    readonly refunded: number
  }[]
  readonly payouts: readonly {
    readonly reference: string
    readonly msisdn: string
    readonly amount: number
    readonly currency: string
    readonly status: 'pending' | 'completed' | 'failed'
    readonly attempts: number
  }[]
}

export const FAULT_TARGETS = [
  ...(['card', 'collection', 'payout', 'sms', 'email', 'rates', 'screening', 'webhook'] as const),
] as const
export const FAULT_MODES = [
  'time_out_before',
  'time_out_after',
  'error_500',
  'slow',
  'duplicate',
  'reorder',
  'drop',
  'unavailable',
] as const
export interface Fault {
  readonly target: (typeof FAULT_TARGETS)[number]
  readonly mode: (typeof FAULT_MODES)[number]
  readonly count: number
  readonly ms?: number
}

/** A payer's phone, as the sandbox describes it. */
interface Phone {
  readonly prompts: readonly {
    readonly id: string
    readonly isShown: boolean
    readonly codes: readonly string[]
  }[]
}

/** The account whose bank never answers by itself (https://docs.stripe.com/payments/ach-direct-debit). */
const SILENT_BANK = '000000000009'

const CODE = /\b(\d{6})\b/
const MESSAGE_WITHIN_MS = 60_000

/** Returns the sandbox's controls and books, bypassing our own processes, which may be dead. */
export function providersAt(url: string) {
  const read = async <T>(path: string): Promise<T> => {
    const { status, body } = await send<T>(url + path, { method: 'GET' })
    if (body === undefined) throw new Error(`The sandbox answered ${status} to ${path}`)
    return body
  }
  return {
    url,
    books: () => read<Books>('/sandbox/books'),
    fault: (fault: Fault) => send(`${url}/sandbox/faults`, { method: 'POST', json: fault }),
    clearFaults: () => send(`${url}/sandbox/faults`, { method: 'DELETE' }),
    /** Sets a float: pawaPay's of a country, such as `GHA`, or another carrier's of a currency. */
    setFloat: (of: string, balance: string, carrier = 'pawapay') =>
      send(`${url}/sandbox/floats`, { method: 'POST', json: { carrier, of, balance } }),
    /** Opens or closes a network for payments that pawaPay takes. */
    setDeposits: (provider: string, status: 'OPERATIONAL' | 'CLOSED') =>
      send(`${url}/sandbox/pawapay/deposits/${provider}`, { method: 'PUT', json: { status } }),
    /** Sends a request to pay to pawaPay, as the network does with one that it kept for a while. */
    deposit: (json: object) =>
      send(`${url}/sandbox/pawapay/v2/deposits`, { method: 'POST', bearer: 'chaos', json }),
    /** A payer's phone. */
    phone(number: string) {
      const at = `${url}/sandbox/phones/${number.slice(1)}`
      const dial = (code: string) => send(`${at}/dial`, { method: 'POST', json: { code } })
      return {
        dial,
        /** `auto` approves by itself. The wallet belongs to the customer. */
        set: (prompts: 'auto' | 'ask' | 'ignore', holder = 'Musu Kollie') =>
          send(at, { method: 'PUT', json: { prompts, holder } }),
        /** Answers the first request that waits, after dialling its code if it needs one. */
        async answer(approve: boolean): Promise<void> {
          const { body } = await send<Phone>(at, { method: 'GET' })
          const [prompt] = body?.prompts ?? []
          const [code] = prompt?.codes ?? []
          if (prompt === undefined) return
          if (!prompt.isShown && code !== undefined) await dial(code)
          await send(`${at}/prompts/${prompt.id}`, { method: 'POST', json: { approve } })
        },
      }
    },
    /** The browser's part of a card payment. */
    confirm: (
      id: string,
      clientSecret: string,
      card: string,
      more: Readonly<Record<string, string>> = {},
    ): Promise<Answer<{ status: string }>> =>
      send(`${url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        bearer: 'pk_test_sandbox',
        form: {
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': card,
          'payment_method_data[card][exp_month]': '12',
          'payment_method_data[card][exp_year]': '40',
          'payment_method_data[card][cvc]': '123',
          return_url: 'http://localhost/transfer-status',
          ...more,
        },
      }),
    /** Authorizes a bank debit as the browser does. The bank does not answer before `answerDebit`. */
    authorizeDebit: (id: string, clientSecret: string): Promise<Answer<{ status: string }>> =>
      send(`${url}/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        bearer: 'pk_test_sandbox',
        form: {
          client_secret: clientSecret,
          'payment_method_data[type]': 'us_bank_account',
          'payment_method_data[us_bank_account][routing_number]': '110000000',
          'payment_method_data[us_bank_account][account_number]': SILENT_BANK,
          'payment_method_data[us_bank_account][account_holder_type]': 'individual',
          'payment_method_data[billing_details][name]': 'Musu Kollie',
          'mandate_data[customer_acceptance][type]': 'online',
          'mandate_data[customer_acceptance][online][infer_from_client]': 'true',
        },
      }),
    /** Makes the customer's bank answer a debit. */
    answerDebit: (id: string, outcome: 'succeed' | 'fail') =>
      send(`${url}/sandbox/bank-debits/${id}`, { method: 'POST', json: { outcome } }),
    /** Actions of the merchant at the card network, such as changing a payment's amount. */
    merchant: (path: string, form: Record<string, string>) =>
      send(`${url}/v1${path}`, { method: 'POST', bearer: 'sk_test_sandbox', form }),
    /** Makes a bank or Radar report about a charged payment: a control of the sandbox. */
    reportFraud: (payment_intent: string, news: string) =>
      send(`${url}/sandbox/fraud`, { method: 'POST', json: { payment_intent, news } }),
    /** Shows an invented document on the identity provider's page to which a customer was sent. */
    async showDocument(
      address: string,
      { last, dob, outcome }: { readonly last: string; readonly dob: string; readonly outcome: string },
    ): Promise<void> {
      const { pathname, search } = new URL(address)
      const document = {
        firstName: 'Musu',
        lastName: last,
        dob,
        number: `PP${Date.now()}`,
        expires: '2034-12-31',
      }
      const { status } = await fetch(url + pathname + search, {
        method: 'POST',
        body: new URLSearchParams({ ...document, outcome }),
        redirect: 'manual',
      })
      // 410: the page was used before a crash.
      if (status !== 303 && status !== 410) throw new Error(`The identity provider answered ${status}`)
    },
    /** Publishes a new version of the screening list, with one more entry that resembles no one. */
    changeScreeningList: (id: string) =>
      send(`${url}/sandbox/screening-list`, {
        method: 'POST',
        json: { id, names: [`Nobody Whatever ${id}`], topics: ['sanction'] },
      }),
    /** Opens a subscription at the push service, as a browser does. */
    async subscribe(): Promise<{ readonly id: string; readonly endpoint: string }> {
      const path = `${url}/sandbox/push/subscriptions`
      const { status, body } = await send<{ id: string; endpoint: string }>(path, {
        method: 'POST',
        json: {},
      })
      if (body === undefined) throw new Error(`The push service answered ${status}`)
      return body
    },
    /** Ends a subscription, like a browser reset. */
    endSubscription: (id: string) => send(`${url}/sandbox/push/subscriptions/${id}`, { method: 'DELETE' }),
    resendCallback: (reference: string) =>
      send(`${url}/sandbox/pawapay/v2/payouts/resend-callback/${reference}`, {
        method: 'POST',
        bearer: 'chaos',
      }),
    /** Returns the texts that reached a phone or mailbox, newest first. */
    async messages(to: string): Promise<readonly string[]> {
      const path = `/sandbox/messages?to=${encodeURIComponent(to)}`
      const { messages } = await read<{ messages: { text: string }[] }>(path)
      return messages.map(({ text }) => text)
    },
    /** Returns the newest match, once `messages` messages match. Throws if they do not arrive. */
    async find(to: string, pattern: RegExp, messages = 1): Promise<string> {
      for (const end = performance.now() + MESSAGE_WITHIN_MS; performance.now() < end; await sleep(20)) {
        const found = (await this.messages(to)).flatMap((text) => pattern.exec(text)?.[1] ?? [])
        if (found[0] !== undefined && found.length >= messages) return found[0]
      }
      throw new Error(`No message with ${pattern.source} reached ${to}`)
    },
    /** Counts the codes that have reached a phone. */
    async codes(phone: string): Promise<number> {
      return (await this.messages(phone)).filter((text) => CODE.test(text)).length
    },
    /** Returns the newest code on a phone, once `codes` codes have reached it. */
    async code(phone: string, codes = 1): Promise<string> {
      return this.find(phone, CODE, codes)
    },
  }
}

export type Providers = ReturnType<typeof providersAt>
