import type {
  AnswerOf,
  BodyOf,
  calls,
  Config,
  ErrorBody,
  Quote,
  SignedIn,
  TransferDetail,
} from '@sesa/contract'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask, call, succeed } from '../http/http.ts'

/**
 * Test cards that are charged without a challenge. The fraud windows count by card, so a single card for all customers
 * would grow them.
 */
const CARD_NUMBERS = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '5200828282828210',
  '6011111111111117',
] as const
const CARD = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '40',
  'payment_method_data[card][cvc]': '123',
}
const MESSAGE_WITHIN_MS = 30_000

type Draft = BodyOf<typeof calls.createPaymentIntent>

/** One transfer from its sender's view. Times in milliseconds. */
export interface Sent {
  readonly id: string
  /** When the card payment succeeded, by the wall clock. */
  readonly cardSucceededAt: number
  /** Time from then until `/send-money` answered `sent`. */
  readonly seenAfter: number
}

/** Returns digits that avoid the sandbox's magic endings. */
const digits = (length: number): string =>
  `${randomInt(10 ** (length - 4))
    .toString()
    .padStart(length - 4, '0')}${randomInt(1_000, 9_999)}`

/** Returns a random date of birth: accounts with the same name and date of birth share their limits. */
const newBirthDate = (): string =>
  new Date(Date.UTC(1950, 0, 1 + randomInt(18_000))).toISOString().slice(0, 10)

/** Where customers reach a product and its card provider. */
export interface Served {
  readonly base: string
  /** The sandbox's own address, so that the server does not forward the customers' cards; default: through `base`. */
  readonly sandboxUrl?: string
}

/**
 * A customer in Liberia with a confirmed email address, who sends the corridor's minimum to Ghana with the web app's
 * calls over HTTP.
 */
export class Customer {
  readonly #base: string
  readonly #cards: string
  /** False for releases that ask neither for agreements nor for names, and refuse fields that they do not know. */
  readonly #confirmsName: boolean
  #bearer: string
  /** The cookies that keep a browser signed in. */
  readonly cookie: string
  readonly #publishableKey: string
  readonly #minimum: number
  readonly #cardNumber = CARD_NUMBERS[randomInt(CARD_NUMBERS.length)] ?? CARD_NUMBERS[0]

  private constructor(
    { base, sandboxUrl = base }: Served,
    { bearer, cookie, confirmsName }: Pick<Customer, 'bearer' | 'cookie'> & { confirmsName: boolean },
    config: Config,
  ) {
    const corridor = config.corridors.find(({ from, to }) => from === 'LR' && to === 'GH')
    if (corridor?.enabled !== true) throw new Error('The corridor from Liberia to Ghana is closed')
    this.#base = base
    this.#cards = `${sandboxUrl}/sandbox/stripe/v1`
    this.#confirmsName = confirmsName
    this.#bearer = bearer
    this.cookie = cookie
    this.#publishableKey = config.card.publishableKey
    this.#minimum = corridor.minimum
  }

  get bearer(): string {
    return this.#bearer
  }

  /** Gets a new token, as a browser does before the old one expires after 15 minutes. */
  async stay(): Promise<void> {
    const { idToken } = await ask<{ idToken: string }>('GET', `${this.#base}/auth/boot`, {
      cookie: this.cookie,
    })
    this.#bearer = idToken
  }

  /** Signs up a new person by phone code, completes the profile and confirms the email address. */
  static async signUp(served: Served): Promise<Customer> {
    const { base } = served
    const phoneNumber = `+23177${digits(7)}`
    const started = await ask<AnswerOf<typeof calls.startPhone>>('POST', `${base}/auth/phone/start`, {
      json: { phoneNumber },
    })
    const json = {
      verificationId: started.verificationId,
      code: await readMessage(base, phoneNumber, /\b(\d{6})\b/),
    }
    const { body, cookies } = await succeed('POST', `${base}/auth/phone/verify`, { json })
    const { idToken: bearer } = body as SignedIn
    await ask('POST', `${base}/user/create`, { bearer, json: { phoneNumber, country: 'LR' } })
    const { agreementsDue } = await ask<Partial<AnswerOf<typeof calls.getUser>>>('GET', `${base}/user/auth`, {
      bearer,
    })
    const profile = {
      name: 'Musu Kollie',
      email: `${phoneNumber.slice(1)}@example.com`,
      dob: newBirthDate(),
      ...(agreementsDue && {
        accepted: Object.fromEntries(agreementsDue.map(({ document, version }) => [document, version])),
      }),
    }
    await ask('PUT', `${base}/user/profile`, { bearer, json: profile })
    const token = await readMessage(base, profile.email, /\/verify-email#([\w-]{43})/)
    await ask('POST', `${base}/auth/email/verify`, { json: { token } })
    return new Customer(
      served,
      { bearer, cookie: cookies.join('; '), confirmsName: agreementsDue !== undefined },
      await ask<Config>('GET', `${base}/config`),
    )
  }

  /** Sends one transfer, from its price to `sent`. Throws if it ends differently. */
  async sendMoney(): Promise<Sent> {
    const id = await this.pay()
    const cardSucceededAt = Date.now()
    const seen = performance.now()
    const result = await ask<AnswerOf<typeof calls.sendMoney>>('POST', `${this.#base}/send-money`, {
      bearer: this.bearer,
      json: { id },
    })
    if (result.status !== 'sent') throw new Error(`A transfer is ${result.status} after /send-money`)
    return { id, cardSucceededAt, seenAfter: performance.now() - seen }
  }

  /** Returns when the product recorded the transfer as `sent`, in wall-clock milliseconds. */
  async sentAt(id: string): Promise<number> {
    const { transfer } = await ask<{ transfer: TransferDetail }>(
      'GET',
      `${this.#base}/user/transactions/${id}`,
      { bearer: this.bearer },
    )
    const at = transfer.timeline.find(({ step }) => step === 'sent')?.at
    if (at === undefined || at === null) throw new Error(`Transfer ${id} has no time of its step sent`)
    return Date.parse(at)
  }

  /** Opens a payment and confirms it with a card. Returns its id. */
  async pay(): Promise<string> {
    const { id, clientSecret } = await this.#open()
    if (clientSecret === null) throw new Error('The payment is not by card')
    const { status } = await ask<{ status: string }>('POST', `${this.#cards}/payment_intents/${id}/confirm`, {
      bearer: this.#publishableKey,
      form: {
        client_secret: clientSecret,
        return_url: `${this.#base}/transfer-status`,
        'payment_method_data[card][number]': this.#cardNumber,
        ...CARD,
      },
    })
    if (status !== 'succeeded') throw new Error(`The card payment is ${status}`)
    return id
  }

  /** Prices a transfer and opens its payment. If the price changes meanwhile, uses that in the server's answer. */
  async #open(): Promise<AnswerOf<typeof calls.createPaymentIntent>> {
    const { value } = await ask<AnswerOf<typeof calls.getRate>>(
      'GET',
      `${this.#base}/currency/rates/LRD/GHS/${this.#minimum / 100}`,
      { bearer: this.bearer },
    )
    let receiveAmount = Math.round(value * 100)
    const url = `${this.#base}/create-payment-intent`
    for (let tries = 0; tries < 3; tries++) {
      const { status, body } = await call('POST', url, {
        bearer: this.bearer,
        idempotencyKey: randomUUID(),
        json: this.#draft(receiveAmount),
      })
      if (status === 200) return body as AnswerOf<typeof calls.createPaymentIntent>
      const { error } = body as ErrorBody
      if (error.code !== 'rate_changed') throw new Error(`${error.code}: ${error.message}`)
      receiveAmount = (error.details as { quote: Quote }).quote.receiveAmount
    }
    throw new Error('The price keeps changing')
  }

  #draft(receiveAmount: number): Draft {
    return {
      amount: this.#minimum,
      currency: 'LRD',
      country: 'GH',
      name: 'Ama Mensah',
      phone: `+23324${digits(7)}`,
      method: 'momo',
      network: 'mtn',
      ...(this.#confirmsName && { confirmedName: true }),
      receiveCurrency: 'GHS',
      receiveAmount,
      fix: 'send',
    }
  }
}

/** Waits for a message from the product and returns what the pattern's first group finds in it. */
async function readMessage(base: string, to: string, pattern: RegExp): Promise<string> {
  const url = `${base}/sandbox/messages?to=${encodeURIComponent(to)}`
  for (const end = performance.now() + MESSAGE_WITHIN_MS; performance.now() < end; await sleep(100)) {
    const { messages } = await ask<{ messages: { text: string }[] }>('GET', url)
    const found = messages.map(({ text }) => pattern.exec(text)?.[1]).find((one) => one !== undefined)
    if (found !== undefined) return found
  }
  throw new Error(`No message like ${pattern.source} reached ${to} within ${MESSAGE_WITHIN_MS / 1000} s`)
}
