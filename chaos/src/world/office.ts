import type { AnswerOf } from '@sesa/contract'
import { OFFICE_HEADER, officeCalls, type OfficeCall, type Role } from '@sesa/contract/office'
import { Authenticator } from '@sesa/test-kit/authenticator'
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from './child.ts'
import { callApi, type Answer, type Input } from './http.ts'
import type { World } from './world.ts'

/** Long, because a database recovers slowly on a busy machine. */
const PATIENCE_MS = 150_000

type Options = { readonly challenge: string; readonly user: { readonly id: string } }
const optionsOf = (options: unknown): Options => options as Options

/** A member of staff who acts like a browser of the office: keeps the cookie, and retries when no answer came. */
export class Member {
  readonly name: string
  id = ''
  readonly #base: string
  readonly #world: World
  readonly #device: Authenticator
  #cookie = ''

  constructor(world: World, base: string, name: string) {
    this.#world = world
    this.#base = base
    this.name = name
    this.#device = new Authenticator(world.publicUrl)
  }

  /** Makes one call, and repeats it while there is no answer or only "not now". Throws when that never ends. */
  async call<C extends OfficeCall>(call: C, input: Input<C> = {}): Promise<Answer<AnswerOf<C>>> {
    const headers = { origin: this.#world.publicUrl, [OFFICE_HEADER]: '1', cookie: this.#cookie }
    for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(50)) {
      const answer = await callApi(this.#base, call, undefined, { ...input, headers })
      this.#world.log.answered(`${this.name} ${call.method} ${call.path}`, answer)
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

  /** Opens an invitation and makes a passkey. If the answer was lost, signs in with the passkey that was stored. */
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

  /** Confirms something with the passkey. */
  confirm(options: unknown): Record<string, unknown> {
    return this.#device.get(optionsOf(options))
  }

  /** Adds a passkey of another device. Returns its id; undefined if the answer was lost. */
  async addPasskey(): Promise<string | undefined> {
    const { options } = await this.ask(officeCalls.startOwnPasskey)
    const response = new Authenticator(this.#world.publicUrl).create(optionsOf(options))
    const { body } = await this.call(officeCalls.addOwnPasskey, { body: { name: 'Phone', response } })
    return body?.id
  }

  /** Invites another member. Makes a new link if the answer with the first one was lost. */
  async invite(name: string, roles: readonly Role[]): Promise<{ id: string; link: string }> {
    const reason = 'starts today'
    const body = {
      name,
      email: `${name.replace(/\s/g, '.').toLowerCase()}@sesa.example`,
      roles: [...roles],
      reason,
    }
    const { body: invited } = await this.call(officeCalls.inviteStaff, { body })
    if (invited !== undefined) return invited
    const { members } = await this.ask(officeCalls.listStaff)
    const id = members.find((one) => one.name === name)?.id ?? ''
    return this.ask(officeCalls.inviteAgain, { params: { id }, body: { reason } })
  }
}

/** The office of a world: closed, without members, until a play opens it. */
export interface Office {
  /** Starts the office's process, and forgets how many calls an address has made without a session. */
  open(): Promise<void>
  /** Returns a new browser, in which nobody is signed in. */
  browser(name: string): Member
  /** Returns a name that no member has had. */
  newName(): string
  /** Invites an administrator, who joins; they invite the others. */
  staff(roles: readonly (readonly Role[])[]): Promise<{ administrator: Member; others: readonly Member[] }>
  /** Ends every member, so that commands need no signed-in member again. */
  empty(): Promise<void>
  /** The office's process, once it has been opened. */
  processes(): readonly Child[]
}

const FIRST_NAMES = ['Ama', 'Kofi', 'Fatu', 'Musu', 'Sahr', 'Efua']

export function createOffice(worldOf: () => World, base: string): Office {
  let isOpen = false
  const office: Office = {
    async open() {
      const world = worldOf()
      isOpen = true
      if (!world.office.isAlive) await world.office.start()
      await world.database.sql("delete from rate_limits where bucket like 'office:%'")
    },
    browser: (name) => new Member(worldOf(), base, name),
    newName: () => `${FIRST_NAMES[randomInt(FIRST_NAMES.length)] ?? ''} Member ${randomInt(1_000_000_000)}`,
    async staff(roles) {
      const world = worldOf()
      await office.open()
      const administrator = office.browser(office.newName())
      await administrator.join(await inviteFirst(world, administrator.name))
      const others: Member[] = []
      for (const own of roles) {
        const member = office.browser(office.newName())
        const { link } = await administrator.invite(member.name, own)
        await member.join(link)
        others.push(member)
      }
      return { administrator, others }
    },
    async empty() {
      const { database } = worldOf()
      await database.sql('update staff_members set ended_at = now() where ended_at is null')
      await database.sql('delete from staff_sessions')
    },
    processes: () => (isOpen ? [worldOf().office] : []),
  }
  return office
}

/** Runs `staff invite-first`, and returns the link that it printed. */
async function inviteFirst(world: World, name: string): Promise<string> {
  const email = `${name.replace(/\s/g, '.').toLowerCase()}@sesa.example`
  world.staff.spawn({}, ['staff', 'invite-first', '--name', name, '--email', email])
  await world.staff.ended()
  return linkIn(world.staff)
}

/** Returns the newest link that a command printed. */
export const linkIn = (child: Child): string =>
  /https?:\S+#\S+(?![\s\S]*https?:)/.exec(child.lastWords)?.[0] ?? ''
