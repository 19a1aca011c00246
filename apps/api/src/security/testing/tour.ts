import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { LEGAL_DOCUMENTS } from '@sesa/contract/legal'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { Popup } from '../../testing/popup.ts'
import { Client, type Answer } from './client.ts'
import { Inbox } from './inbox.ts'
import { addressOf, servedOperations, type Operation } from './operations.ts'
import type { Served } from './product.ts'

export interface Input {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** A person's identifiers. */
export interface Details {
  readonly phone: string
  readonly name: string
  readonly email: string
  readonly password: string
}

export function newDetails(name = 'Musu Kollie'): Details {
  return {
    name,
    // A wallet with an ending that the sandbox gives no meaning.
    phone: `+23177${randomInt(10_000, 100_000)}55`,
    email: `musu.${randomBytes(5).toString('hex')}@example.com`,
    password: `harbour ${randomBytes(6).toString('hex')} plantain`,
  }
}

export interface Visit {
  readonly operation: Operation
  readonly input: Input
  readonly answer: Answer
}

/** Uses the product as people do, and stores each operation's answer. */
export class Tour {
  readonly visits: Visit[] = []
  readonly world: Served
  readonly inbox: Inbox
  readonly operations: readonly Operation[]

  private constructor(world: Served, operations: readonly Operation[]) {
    this.world = world
    this.operations = operations
    this.inbox = new Inbox(world.sandboxUrl)
  }

  static async start(world: Served): Promise<Tour> {
    return new Tour(world, await servedOperations(new Client(world.base)))
  }

  /** Operations without a successful call. */
  get missing(): string[] {
    const done = new Set(
      this.visits.filter(({ answer }) => answer.status < 400).map(({ operation }) => operation.id),
    )
    return this.operations.filter(({ id }) => !done.has(id)).map(({ id }) => id)
  }

  /** Returns a body that the operation accepted. */
  takenBody(id: string): object {
    const taken = this.visits.find(
      ({ operation, input, answer }) =>
        operation.id === id && input.body !== undefined && answer.status < 400,
    )
    if (taken?.input.body === undefined) throw new Error(`${id} has taken no body yet`)
    return taken.input.body
  }

  client(): Client {
    return new Client(this.world.base)
  }

  /** Makes one call, whatever its outcome. */
  async try(client: Client, id: string, input: Input = {}): Promise<Answer> {
    const { params = {}, query, body, headers } = input
    const operation = this.operations.find((each) => each.id === id)
    if (!operation) throw new Error(`${id} is not served`)
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`
    const address = addressOf(operation, params) + search
    const answer = await client.request(operation.method, address, {
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
    this.visits.push({ operation, input, answer })
    return answer
  }

  /** Makes one call that must succeed and returns its body. The client keeps a session that the call opens. */
  async call(client: Client, id: string, input: Input = {}): Promise<Record<string, unknown>> {
    const { status, text, body } = await this.try(client, id, input)
    if (status >= 400) throw new Error(`${id}: ${status} ${text}`)
    const signedIn = (body['signedIn'] ?? body) as { idToken?: unknown }
    if (typeof signedIn.idToken === 'string') client.bearer = signedIn.idToken
    return body
  }

  /** Signs in a person who has just verified a number. */
  async signIn(phone: string, client = this.client()): Promise<Client> {
    const { verificationId } = await this.call(client, 'startPhone', { body: { phoneNumber: phone } })
    const code = await this.inbox.code(phone)
    await this.call(client, 'verifyPhone', { body: { verificationId, code } })
    return client
  }

  /** Signs up a person who may send money. */
  async signUp(details: Details): Promise<Client> {
    const client = await this.signIn(details.phone)
    await this.call(client, 'createUser', { body: { phoneNumber: details.phone, country: 'LR' } })
    await this.call(client, 'putProfile', { body: profileOf(details) })
    await this.call(client, 'resendEmail')
    await this.inbox.link('verify', details.email)
    const token = await this.inbox.link('verify', details.email)
    await this.call(client, 'verifyEmail', { body: { token } }).catch(async () => {
      // The emails may have arrived in either order; only the newer link counts.
      await this.call(client, 'resendEmail')
      await this.call(client, 'verifyEmail', {
        body: { token: await this.inbox.link('verify', details.email) },
      })
    })
    const choice = { new: details.password, confirm: details.password }
    await this.call(client, 'putPassword', { body: choice })
    return client
  }

  signInByEmail({ email, password }: Details, client = this.client()): Promise<Client> {
    return this.call(client, 'signInByEmail', { body: { email, password } }).then(() => client)
  }
}

export const profileOf = ({ name, email }: Pick<Details, 'name' | 'email'>) => ({
  name,
  email,
  dob: '1990-05-17',
  accepted: Object.fromEntries(
    LEGAL_DOCUMENTS.map(({ name: document, versions: [newest] }) => [document, newest.version]),
  ),
})

/** Adds a passkey; returns its id and the device. */
export async function addPasskey(tour: Tour, client: Client) {
  const device = new Authenticator(tour.world.publicUrl)
  const { options } = await tour.call(client, 'startPasskey')
  const response = device.create(options as never)
  const { id } = await tour.call(client, 'addPasskey', { body: { name: 'My phone', response } })
  return { id: String(id), device }
}

/** Asks to add Google to an account, as a popup does; returns the report on its last page. */
export async function askForGoogle(tour: Tour, client: Client, email: string): Promise<string | undefined> {
  const { sandboxUrl, publicUrl } = tour.world
  const started = await tour.try(client, 'startGoogle', {
    query: { add: 'true' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const where = started.headers.get('location') ?? ''
  const callback = await new Popup(sandboxUrl, publicUrl).choose(where, { email })
  const ended = await tour.try(client, 'endGoogle', { query: Object.fromEntries(callback.searchParams) })
  return ended.headers.get('location')?.split('#')[1]
}

export async function addGoogle(tour: Tour, client: Client, email: string): Promise<void> {
  const report = await askForGoogle(tour, client, email)
  if (report !== 'ok') throw new Error(`Google: ${report}`)
}

/** Returns the request for a transfer to Ghana at the current rate. */
export async function transferBody(tour: Tour, client: Client, name = 'Ama Mensah') {
  const { value } = await tour.call(client, 'getRate', { params: { from: 'LRD', to: 'GHS', amount: '2000' } })
  return {
    amount: 200_000,
    currency: 'LRD',
    country: 'GH',
    name,
    // The sandbox's MTN names this holder Ama Mensah.
    phone: `+23324${randomInt(1, 10)}00${randomInt(1_000, 10_000)}`,
    method: 'momo',
    network: 'mtn',
    confirmedName: true,
    receiveCurrency: 'GHS',
    receiveAmount: Math.round(Number(value) * 100),
  }
}

export interface Opened {
  readonly id: string
  readonly clientSecret: string
  readonly customerSessionClientSecret: string
}

export async function openTransfer(tour: Tour, client: Client, name?: string): Promise<Opened> {
  const body = { ...(await transferBody(tour, client, name)), savePaymentMethod: true }
  const headers = { 'idempotency-key': randomUUID() }
  const opened = await tour.call(client, 'createPaymentIntent', { body, headers })
  return opened as unknown as Opened
}

/** Confirms the payment with a card and saves the card, as Stripe.js does in the browser. */
export async function pay(tour: Tour, opened: Opened, card = '4242424242424242'): Promise<void> {
  const response = await fetch(`${tour.world.sandboxUrl}/v1/payment_intents/${opened.id}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      client_secret: opened.clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2034',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[allow_redisplay]': 'always',
      setup_future_usage: 'on_session',
      return_url: `${tour.world.publicUrl}/transfer-status`,
    }),
  })
  if (!response.ok) throw new Error(`The card was not taken: ${response.status}`)
}
