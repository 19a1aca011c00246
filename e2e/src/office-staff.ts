import type { AnswerOf, BodyOf, ErrorBody, ParamsOf } from '@sesa/contract'
import {
  OFFICE_HEADER,
  officeCalls,
  PROOF_HEADER,
  type Approval,
  type OfficeCall,
  type Role,
} from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { within } from '@sesa/test-kit/patience'
import { expect } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { runCommand } from './office.ts'

interface Input<C extends OfficeCall> {
  readonly params?: ParamsOf<C>
  readonly body?: BodyOf<C>
}

type Options = { readonly challenge: string; readonly user: { readonly id: string } }

/**
 * A staff member who works over HTTP, as the office's own pages do, and confirms with a passkey where a call requires
 * it.
 */
export class OfficeMember {
  readonly #origin: string
  readonly #device: Authenticator
  #cookie = ''

  constructor(origin: string) {
    this.#origin = origin
    this.#device = new Authenticator(origin)
  }

  /** Makes a call that must succeed, and returns its answer. */
  async call<C extends OfficeCall>(call: C, input: Input<C> = {}): Promise<AnswerOf<C>> {
    const answer = await this.#send(call, input)
    const options = answer.error?.details?.['options']
    if (options === undefined) return this.#answerOf(call, answer)
    const proof = Buffer.from(JSON.stringify(this.#device.get(options as Options))).toString('base64url')
    return this.#answerOf(call, await this.#send(call, input, { [PROOF_HEADER]: proof }))
  }

  /** Accepts an invitation and creates a passkey. */
  async join(token: string): Promise<void> {
    const { options } = await this.call(officeCalls.openInvitation, { body: { token } })
    const response = this.#device.create(options as Options)
    await this.call(officeCalls.acceptInvitation, { body: { token, name: 'Laptop', response } })
  }

  #answerOf<C extends OfficeCall>(
    call: C,
    { body, error }: { body: unknown; error: ErrorBody['error'] | undefined },
  ) {
    if (error !== undefined) throw new Error(`${call.path}: ${error.code}: ${error.message}`)
    return body as AnswerOf<C>
  }

  async #send<C extends OfficeCall>(
    call: C,
    { params, body }: Input<C>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ body: unknown; error: ErrorBody['error'] | undefined }> {
    const values = new Map<string, unknown>(Object.entries(params ?? {}))
    const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(values.get(name))),
    )
    const response = await fetch(this.#origin + path, {
      method: call.method,
      headers: {
        ...{ origin: this.#origin, [OFFICE_HEADER]: '1', cookie: this.#cookie, ...headers },
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? this.#cookie
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    return response.ok
      ? { body: answer, error: undefined }
      : { body: undefined, error: (answer as ErrorBody).error }
  }
}

const LETTERS = 'abcdefghkopstuxyz'
const surname = (): string => Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/**
 * Adds a member for each of these roles to the sandbox's office, who may act at once, in addition to the two
 * administrators that requests need. Each call adds new ones.
 */
export async function officeStaff<const Roles extends readonly Role[]>(
  dataDir: string,
  ...roles: Roles
): Promise<{ [At in keyof Roles]: OfficeMember }> {
  await runCommand(dataDir, 'staff', 'sandbox-members')
  const members: OfficeMember[] = []
  for (const role of roles) {
    const name = surname()
    const printed = await runCommand(
      ...([dataDir, 'staff', 'sandbox-members', '--json'] as const),
      ...['--name', `Efua ${name}`, '--email', `${name}@sesa.example`, '--roles', role],
    )
    const [{ link } = { link: '' }] = (JSON.parse(printed) as { members: { link: string }[] }).members
    const { origin, hash } = new URL(link)
    const member = new OfficeMember(origin)
    await member.join(hash.slice(1))
    members.push(member)
  }
  return members as { [At in keyof Roles]: OfficeMember }
}

/** Asks as one member, approves as another, and waits until the worker has carried it out. */
export async function decided(
  [maker, checker]: readonly [maker: OfficeMember, checker: OfficeMember],
  ask: () => Promise<{ readonly approval: Approval }>,
): Promise<void> {
  const params = { id: (await ask()).approval.id }
  await checker.call(officeCalls.approve, { params, body: { note: 'Agreed' } })
  const show = () => maker.call(officeCalls.showApproval, { params })
  await expect.poll(async () => (await show()).state, { timeout: within(60) }).toMatch(/done|failed/)
  const { state, result } = await show()
  if (state === 'failed') throw new Error(result ?? '')
}

/** Answers a customer's conversation, as a support member. */
export async function answerEnquiry(dataDir: string, number: string, text: string): Promise<void> {
  const [support] = await officeStaff(dataDir, 'support')
  const params = { number }
  const { messages } = await support.call(officeCalls.showEnquiry, { params })
  const after = messages.at(-1)?.id ?? ''
  await support.call(officeCalls.answerEnquiry, { params, body: { text, after, closes: false } })
}
