import type { AnswerOf } from '@sesa/contract'
import { OFFICE_HEADER, officeCalls, PROOF_HEADER, type OfficeCall, type Role } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Child, type ChildOptions } from './child.ts'
import { callApi, send, type Answer, type Input } from './http.ts'
import type { RunLog } from './log.ts'
import type { Database } from './postgres.ts'

/** The office's dependencies on a world. */
export interface OfficeDeps {
  /** The product's public address; passkeys belong to it. */
  readonly publicUrl: string
  /** Port of the office's process on this machine. */
  readonly port: number
  readonly database: Database
  readonly log: RunLog
  /** `npm run sesa`. */
  readonly staff: Child
  readonly process: Pick<ChildOptions, 'env' | 'overlay' | 'onPoint' | 'onFailure'>
}

/** Long, because a database recovers slowly on a busy machine. */
const PATIENCE_MS = 150_000

type Options = { readonly challenge: string; readonly user: { readonly id: string } }
const optionsOf = (options: unknown): Options => options as Options

/** A staff member who acts like an office browser: keeps the cookie, and retries when no answer arrived. */
export class Member {
  readonly name: string
  id = ''
  readonly #deps: OfficeDeps
  readonly #device: Authenticator
  #cookie = ''

  constructor(deps: OfficeDeps, name: string) {
    this.#deps = deps
    this.name = name
    this.#device = new Authenticator(deps.publicUrl)
  }

  /** Makes one call, and repeats it while there is no answer or only "not now". Throws if that never ends. */
  async call<C extends OfficeCall>(call: C, input: Input<C> = {}): Promise<Answer<AnswerOf<C>>> {
    let answer = await this.#send(call, input)
    // The call requires a proof; another one if the answer was lost after the proof was used up.
    for (let proofs = 0; answer.error?.details?.['options'] !== undefined && proofs < 5; proofs++) {
      const response = this.#device.get(optionsOf(answer.error.details['options']))
      const proof = Buffer.from(JSON.stringify(response)).toString('base64url')
      answer = await this.#send(call, { ...input, headers: { [PROOF_HEADER]: proof } })
    }
    return answer
  }

  async #send<C extends OfficeCall>(call: C, input: Input<C>): Promise<Answer<AnswerOf<C>>> {
    const { publicUrl, port, log } = this.#deps
    const headers = { origin: publicUrl, [OFFICE_HEADER]: '1', cookie: this.#cookie, ...input.headers }
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(50)) {
      const answer = await callApi(`http://127.0.0.1:${port}`, call, undefined, { ...input, headers })
      log.answered(`${this.name} ${call.method} ${call.path}`, answer)
      const [cookie] = answer.cookies ?? []
      if (cookie) this.#cookie = cookie.join('=')
      if (![0, 502, 503].includes(answer.status)) return answer
    }
    throw new Error(`${this.name} got no answer to ${call.method} ${call.path}`)
  }

  /** Returns the body of a call that must succeed in the end. */
  async ask<C extends OfficeCall>(call: C, input: Input<C> = {}): Promise<AnswerOf<C>> {
    const { status, body, error } = await this.call(call, input)
    if (status >= 300) throw new Error(`${call.method} ${call.path}: ${status} ${error?.message ?? ''}`)
    return body as AnswerOf<C>
  }

  /** Accepts an invitation and creates a passkey. If the answer was lost, signs in with the passkey that was stored. */
  async join(link: string): Promise<void> {
    const token = link.split('#')[1] ?? ''
    const opened = await this.ask(officeCalls.openInvitation, { body: { token } })
    const response = this.#device.create(optionsOf(opened.options))
    const body = { token, name: 'Laptop', response }
    const { body: me } = await this.call(officeCalls.acceptInvitation, { body })
    if (me === undefined) await this.signIn()
    else this.id = me.id
  }

  /** Signs in; `quirks` spoil the passkey's answer. Returns the error if it is refused. */
  async signIn(quirks: Parameters<Authenticator['get']>[1] = {}): Promise<string | undefined> {
    const { options } = await this.ask(officeCalls.challengeStaff)
    const response = this.#device.get(optionsOf(options), quirks)
    const { body: me, error } = await this.call(officeCalls.signInStaff, { body: { response } })
    if (me !== undefined) this.id = me.id
    return error?.code
  }

  /** Adds a passkey of another device. Returns its id; undefined if the answer was lost. */
  async addPasskey(): Promise<string | undefined> {
    const { options } = await this.ask(officeCalls.startOwnPasskey)
    const response = new Authenticator(this.#deps.publicUrl).create(optionsOf(options))
    const { body } = await this.call(officeCalls.addOwnPasskey, { body: { name: 'Phone', response } })
    return body?.id
  }
}

/** A world's office: closed, without members, until a play opens it. */
export interface Office {
  readonly process: Child
  /** Starts the office's process, and resets the count of an address's calls without a session. */
  open(): Promise<void>
  /** Returns a new signed-out browser. */
  browser(name: string): Member
  /** Returns a name that no member has had, nor a similar one. */
  newName(): string
  /** Adds an administrator and members with these roles, who joined long ago, and signs them in. */
  staff(roles: readonly (readonly Role[])[]): Promise<{ administrator: Member; others: readonly Member[] }>
  /** Ends every member, so that commands again need no signed-in member. */
  empty(): Promise<void>
  /** Returns the office's process, once it has been opened. */
  processes(): readonly Child[]
}

const FIRST_NAMES = ['Ama', 'Kofi', 'Fatu', 'Musu', 'Sahr', 'Efua']
/** Letters of surnames that do not resemble each other: members cannot be invited with a name similar to another's. */
const LETTERS = 'abcdefghkopstuxyz'

export function createOffice(deps: OfficeDeps): Office {
  const { database, staff, port } = deps
  const process = new Child({
    name: 'office',
    script: 'apps/api/src/bin/office.ts',
    ...deps.process,
    isReady: async () => (await send(`http://127.0.0.1:${port}/healthz`, { method: 'GET' })).status === 200,
  })
  let isOpen = false
  const office: Office = {
    process,
    async open() {
      isOpen = true
      if (!process.isAlive) await process.start()
      await database.sql("delete from rate_limits where bucket like 'office:%'")
    },
    browser: (name) => new Member(deps, name),
    newName() {
      const letters = Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)])
      return `${FIRST_NAMES[randomInt(FIRST_NAMES.length)] ?? ''} ${letters.join('')}`
    },
    async staff(roles) {
      await office.open()
      const join = async (own: readonly Role[]) => {
        const member = office.browser(office.newName())
        staff.spawn({}, addReady(member.name, own))
        await staff.ended()
        await member.join(linkIn(staff))
        return member
      }
      // Requests need two administrators.
      await join(['administrator'])
      const administrator = await join(['administrator'])
      const others: Member[] = []
      for (const own of roles) others.push(await join(own))
      return { administrator, others }
    },
    async empty() {
      await database.sql('update staff_members set ended_at = now() where ended_at is null')
      await database.sql('delete from staff_sessions')
    },
    processes: () => (isOpen ? [process] : []),
  }
  return office
}

export const emailOf = (name: string): string => `${name.replace(/\s/g, '.').toLowerCase()}@sesa.example`

/** Returns the command that prints the first administrator's link. */
export const inviteFirst = (name: string): readonly string[] => [
  ...['staff', 'invite-first'],
  ...['--name', name, '--email', emailOf(name)],
]

/** Returns the command that adds a member to the sandbox who may act at once, and prints their link. */
export const addReady = (name: string, roles: readonly Role[]): readonly string[] => [
  ...['staff', 'sandbox-members', '--name', name],
  ...['--email', emailOf(name), '--roles', roles.join(',')],
]

/** Returns the newest link that a command printed. */
export const linkIn = (child: Child): string =>
  /https?:\S+#\S+(?![\s\S]*https?:)/.exec(child.lastWords)?.[0] ?? ''
