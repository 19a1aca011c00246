import { calls, type AnswerOf, type BodyOf, type Quote } from '@sesa/contract'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callApi, type Answer, type Input } from './http.ts'
import { HOMES, newNumber, newRecipient, type Home } from './homes.ts'
import type { RunLog } from './log.ts'
import type { Providers } from './providers.ts'

type Opened = AnswerOf<typeof calls.createPaymentIntent>
type Draft = BodyOf<typeof calls.createPaymentIntent>
type AnyCall = (typeof calls)[keyof typeof calls]

export type { Home } from './homes.ts'

export interface Opening {
  readonly key?: string
  readonly patience?: 'endless' | 'none'
  /** Minor units of the person's own currency. */
  readonly amount?: number
  /** The card form offers to save the card. */
  readonly saves?: boolean
  /** Pays from the customer's own wallet, or from the one with this number. */
  readonly wallet?: true | string
  /** Pays from a bank account. */
  readonly debit?: boolean
}

/** A person's dependencies on the world. */
export interface PersonDeps {
  readonly base: string
  readonly providers: Providers
  readonly log: RunLog
}

export interface Intent {
  readonly id: string
  /** Null for a payment from a wallet. */
  readonly clientSecret: string | null
}

const OVER = new Set(['sent', 'refunded', 'cancelled'])
/** Long, because a database recovers slowly on a busy machine. */
const PATIENCE_MS = 150_000

const newBirthDate = (): string =>
  new Date(Date.UTC(1950, 0, 1 + randomInt(18_000))).toISOString().slice(0, 10)

/** A customer who acts like a browser: keeps the answers, and retries when none arrived. */
export class Person {
  readonly name: string
  readonly home: Home
  readonly phone: string
  /** Ids of all opened payments. */
  readonly payments = new Set<string>()
  readonly dob = newBirthDate()
  /** The newest opened payment. */
  intent: Intent | undefined
  bearer: string | undefined
  /** The cookies that a browser would have kept; sent only with `asBrowser`. */
  readonly #cookies = new Map<string, string>()
  readonly #world: PersonDeps
  readonly #recipients = new Map<string, string>()
  /** By amount sent: the amount received, as the server last quoted it. */
  readonly #receives = new Map<number, number>()

  constructor(world: PersonDeps, name: string, home: Home = 'LR', ending?: string) {
    this.#world = world
    this.name = name
    this.home = home
    this.phone = newNumber(home, ending)
  }

  get country() {
    return HOMES[this.home].country
  }

  /** Returns the same person in another window, whose requests go to another server. */
  at(base: string): Person {
    const twin = new Person({ ...this.#world, base }, `${this.name} at ${base}`, this.home)
    twin.bearer = this.bearer
    return twin
  }

  /** Makes one call with any outcome, and does not log it. */
  quiet<C extends AnyCall>(call: C, input: Input<C> = {}): Promise<Answer<AnswerOf<C>>> {
    return callApi(this.#world.base, call, this.bearer, input)
  }

  /** Makes one call with any outcome, and logs it. */
  async once<C extends AnyCall>(call: C, input: Input<C> = {}): Promise<Answer<AnswerOf<C>>> {
    const answer = await this.quiet(call, input)
    this.#world.log.answered(`${this.name} ${call.method} ${call.path}`, answer)
    for (const [name, value] of answer.cookies ?? []) this.#cookies.set(name, value)
    return answer
  }

  /** Returns the headers of a page's own call in the person's browser. `isSent` picks its cookies. */
  asBrowser(isSent: (name: string) => boolean = () => true): Record<string, string> {
    const cookies = [...this.#cookies].filter(([name]) => isSent(name))
    const cookie = cookies.map(([name, value]) => `${name}=${value}`).join('; ')
    return { cookie, 'sec-fetch-site': 'same-origin' }
  }

  /** Makes one call, and retries while there is no answer or only "not now". Throws if that never ends. */
  async call<C extends AnyCall>(call: C, input: Input<C> = {}): Promise<Answer<AnswerOf<C>>> {
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
      const answer = await this.once(call, input)
      const isPassing =
        [0, 502, 503].includes(answer.status) || answer.error?.code === 'idempotency_key_in_progress'
      if (!isPassing) return answer
      await sleep(50)
    }
    throw new Error(`${this.name} got no answer to ${call.method} ${call.path}`)
  }

  /** Returns the body of a call that must succeed in the end. */
  async ask<C extends AnyCall>(call: C, input: Input<C> = {}): Promise<AnswerOf<C>> {
    const { status, body, error } = await this.call(call, input)
    if (body === undefined) throw new Error(`${call.method} ${call.path}: ${status} ${error?.message ?? ''}`)
    return body
  }

  /** Signs in by phone code. Requests a new code if an attempt whose answer was lost has used the first. */
  async signIn(): Promise<void> {
    const { providers } = this.#world
    for (let codes = 1; ; codes++) {
      const known = await providers.codes(this.phone)
      const { verificationId } = await this.ask(calls.startPhone, { body: { phoneNumber: this.phone } })
      const code = await providers.code(this.phone, known + 1)
      const { body, error } = await this.call(calls.verifyPhone, { body: { verificationId, code } })
      if (body !== undefined) return this.enter(body)
      if (error?.code !== 'code_used' || codes === 3) throw new Error(`No sign-in: ${error?.code ?? ''}`)
    }
  }

  /** Continues with the session that a sign-in opened. */
  enter(signedIn: { readonly idToken: string } | null | undefined): void {
    this.bearer = signedIn?.idToken
  }

  /** Completes the profile. */
  async fillProfile(name = 'Musu Kollie'): Promise<void> {
    await this.ask(calls.createUser, { body: { phoneNumber: this.phone, country: this.country } })
    const email = `${this.phone.slice(1)}@example.com`
    const { agreementsDue } = await this.ask(calls.getUser)
    const accepted = Object.fromEntries(agreementsDue.map(({ document, version }) => [document, version]))
    await this.ask(calls.putProfile, { body: { name, email, dob: this.dob, accepted } })
    this.#world.log.acknowledged.names.set(this.phone, name)
  }

  /** Gives the sender details that some networks require. */
  async saySender(): Promise<void> {
    const body = {
      nationality: this.country,
      addressLine: '12 Broad Street',
      city: 'Monrovia',
      country: this.home,
      identificationType: 'passport',
      identificationNumber: 'PP0012345',
    } as const
    await this.ask(calls.putSenderDetails, { body })
  }

  /**
   * Opens a transfer at the server's price. Returns the error if it is refused. `patience: 'none'`: the customer leaves
   * if no answer arrives.
   */
  async open(
    ending?: string,
    {
      key = randomUUID(),
      patience = 'endless',
      amount = HOMES[this.home].amount,
      saves,
      wallet,
      debit,
    }: Opening = {},
  ): Promise<Answer<Opened>> {
    const phone = this.#recipientOf(key, ending)
    for (let tries = 0; tries < 5; tries++) {
      const body = {
        ...this.#draft(phone, amount),
        ...(saves === true && { savePaymentMethod: true }),
        ...(wallet !== undefined && { payWith: 'momo' as const, payer: this.#payer(wallet) }),
        ...(debit === true && { payWith: 'bank_debit' as const }),
      }
      const input = { body, headers: { 'idempotency-key': key } }
      const answer = await (patience === 'none'
        ? this.once(calls.createPaymentIntent, input)
        : this.call(calls.createPaymentIntent, input))
      if (answer.body !== undefined) this.#keep(answer.body)
      if (answer.error?.code !== 'rate_changed') return answer
      const { quote } = answer.error.details as { quote: Quote }
      this.#receives.set(amount, quote.receiveAmount)
    }
    throw new Error('The price keeps changing')
  }

  /** Returns the same recipient for the same key. */
  #recipientOf(key: string, ending: string | undefined): string {
    const phone = this.#recipients.get(key) ?? newRecipient(ending)
    this.#recipients.set(key, phone)
    return phone
  }

  #payer(wallet: true | string) {
    const { network } = HOMES[this.home]
    return wallet === true ? { network } : { network, phone: wallet }
  }

  #draft(phone: string, amount: number): Draft {
    const { currency } = HOMES[this.home]
    return {
      ...{ amount, currency, country: 'GH', name: 'Ama Mensah', phone, method: 'momo', network: 'mtn' },
      confirmedName: true,
      ...{ receiveCurrency: 'GHS', receiveAmount: this.#receives.get(amount) ?? 1, fix: 'send' },
    }
  }

  #keep(opened: Opened): void {
    const { id, clientSecret, quote } = opened
    this.intent = { id, clientSecret }
    this.payments.add(id)
    const promised = { charge: quote.charge.amount, receive: quote.receiveAmount }
    this.#world.log.acknowledged.opened.set(id, promised)
  }

  /** Pays an intent, by default the newest, by card. */
  async pay(
    card = '4242424242424242',
    intent = this.intent,
    more: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    if (intent === undefined || intent.clientSecret === null) return
    const { id, clientSecret } = intent
    const answer = await this.#world.providers.confirm(id, clientSecret, card, more)
    this.#world.log.answered(`${this.name} pays ${id} with ${card}`, answer)
    if (answer.body?.status === 'succeeded') this.#world.log.acknowledged.charged.add(id)
  }

  /** Authorizes the debit of a bank account for the newest intent. */
  async authorizeDebit(): Promise<void> {
    if (this.intent === undefined || this.intent.clientSecret === null) return
    const { id, clientSecret } = this.intent
    const answer = await this.#world.providers.authorizeDebit(id, clientSecret)
    this.#world.log.answered(`${this.name} authorizes the debit of ${id}`, answer)
  }

  /** Confirms another number of the same country to pay from. */
  async addPayerNumber(phone: string): Promise<void> {
    const { verificationId } = await this.ask(calls.startPhone, { body: { phoneNumber: phone } })
    const code = await this.#world.providers.code(phone)
    await this.call(calls.addPayerNumber, { body: { verificationId, code } })
  }

  /** Asks the own network to pay an intent from the wallet, by default the newest. */
  async payByPhone(key: string = randomUUID(), id = this.intent?.id): Promise<void> {
    if (id === undefined) return
    await this.call(calls.pay, { body: { id }, headers: { 'idempotency-key': key } })
  }

  /** The payer's own phone. */
  get handset() {
    return this.#world.providers.phone(this.phone)
  }

  /** Dials the code of the newest intent, if it has one. */
  async dial(): Promise<void> {
    if (this.intent === undefined) return
    const { body } = await this.once(calls.getTransfer, { params: { payment_id: this.intent.id } })
    const code = body?.transfer.pay.attempts.at(-1)?.code ?? null
    if (code !== null) await this.handset.dial(code)
  }

  /** Takes the code of the newest intent back. */
  async stopPaying(): Promise<void> {
    if (this.intent !== undefined) await this.call(calls.stopPayment, { body: { id: this.intent.id } })
  }

  /** Calls `/send-money` or `/complete` for an intent, by default the newest. Returns its final status, once it has one. */
  async follow(
    call: typeof calls.sendMoney | typeof calls.complete,
    id = this.intent?.id,
  ): Promise<string | undefined> {
    if (id === undefined) return undefined
    const { body } = await this.once(call, { body: { id } })
    if (body === undefined || !OVER.has(body.status)) return undefined
    this.#world.log.acknowledged.ended.set(id, body.status)
    return body.status
  }

  /** Requests the cancellation of the newest transfer. */
  async cancel(): Promise<void> {
    if (this.intent === undefined) return
    await this.call(calls.cancelTransfer, { params: { payment_id: this.intent.id } })
  }
}
