import type { DatabaseSync } from 'node:sqlite'
import { integer, text } from '../core/rows.ts'
import type { Row } from '../core/rows.ts'
import type { World } from '../core/world.ts'
import type { Collections } from './collections.ts'

/** What happens to a phone's prompts: approved by itself, waiting for a person, or never answered. */
export const PROMPT_MODES = ['auto', 'ask', 'ignore'] as const

export interface PhoneSettings {
  prompts: (typeof PROMPT_MODES)[number]
  /** How long a prompt waits for this phone; by default, as long as its provider usually does. */
  endsAfterMinutes?: number
  /** The registered name, given name first; invented by the number by default. */
  holder?: string
}

/** A prompt that waits for the payer's PIN; `id` is the payment's reference. */
export interface Prompt {
  id: string
  msisdn: string
  /** Minor units. */
  amount: number
  currency: string
  /** The name that the payer sees. */
  name: string
  /** False until the payer dials one of `codes`. */
  isShown: boolean
  codes: readonly string[]
  endsAt: string
}

interface NewPrompt extends Pick<Prompt, 'msisdn' | 'amount' | 'currency' | 'name' | 'isShown' | 'codes'> {
  reference: string
  /** How long the provider waits for the payer. */
  lifeMs: number
  /** The provider's words for a refusal and for no answer; null if the payment waits on. */
  declined: string | null
  expired: string | null
}

/** A service behind codes. Returns what the payer reads, or null for a code of somebody else. */
type Service = (msisdn: string, code: string) => string | null

export interface Phones {
  settings(msisdn: string): PhoneSettings
  set(msisdn: string, settings: PhoneSettings): void
  /** Asks the payer of a pending payment. */
  ask(prompt: NewPrompt): void
  /** Returns the prompts that wait: on this phone, or on all. */
  prompts(msisdn?: string): Prompt[]
  /** Ends a prompt as its payer does. `over`: it waits no more; `hidden`: the payer has not opened it. */
  answer(msisdn: string, id: string, isApproved: boolean): 'answered' | 'unknown' | 'over' | 'hidden'
  onDial(service: Service): void
  /** Returns what the payer reads; null when nobody answers to the code. */
  dial(msisdn: string, code: string): string | null
}

const MINUTE_MS = 60_000
const AUTO_MS = 1_500
const APPROVAL = 'prompt-approval'
const END = 'prompt-end'

/** Payments from numbers that end so are approved, and reported a minute later. */
const SLOW = '0002'

/** Opens the payers' phones. Their prompts live as long as the provider waits, whatever the business thinks. */
export function openPhones(world: World, collections: Collections): Phones {
  const { phone, keep, insert, all, one, show, close } = openTables(world.db)
  const services: Service[] = []

  function settings(msisdn: string): PhoneSettings {
    const row = phone.get(msisdn)
    return row === undefined ? { prompts: 'auto' } : (JSON.parse(text(row, 'settings')) as PhoneSettings)
  }

  function end(row: Row, how: 'approved' | 'declined' | 'expired') {
    const reference = text(row, 'reference')
    if (close.run(reference).changes === 0) return
    if (how !== 'approved') {
      if (row[how] !== null) collections.end(reference, text(row, how))
    } else if (text(row, 'msisdn').endsWith(SLOW)) collections.endLater(reference, MINUTE_MS)
    else collections.end(reference, null)
  }

  const prompts = (msisdn?: string): Prompt[] => all.all(msisdn ?? null).map(toPrompt)
  const approveSoon = (reference: string) => world.schedule(APPROVAL, reference, world.now() + AUTO_MS, null)

  world.onDue(APPROVAL, (reference) => {
    const row = one.get(reference)
    if (row !== undefined && settings(text(row, 'msisdn')).prompts === 'auto') end(row, 'approved')
  })
  world.onDue(END, (reference) => {
    const row = one.get(reference)
    if (row !== undefined && integer(row, 'ends_at') <= world.now()) end(row, 'expired')
  })

  return {
    settings,
    set(msisdn, wanted) {
      world.atomically(() => {
        keep.run(msisdn, JSON.stringify(wanted))
        if (wanted.prompts === 'auto') for (const { id } of prompts(msisdn)) approveSoon(id)
      })
    },
    ask({ reference, msisdn, amount, currency, name, isShown, codes, lifeMs, declined, expired }) {
      world.atomically(() => {
        const { prompts: mode, endsAfterMinutes } = settings(msisdn)
        const life = endsAfterMinutes === undefined ? lifeMs : endsAfterMinutes * MINUTE_MS
        const endsAt = world.now() + life
        insert.run(
          ...[reference, msisdn, amount, currency, name, isShown ? 1 : 0],
          ...[JSON.stringify(codes), declined, expired, endsAt],
        )
        world.schedule(END, reference, endsAt, null)
        if (mode === 'auto') approveSoon(reference)
      })
    },
    prompts,
    answer: (msisdn, id, isApproved) =>
      world.atomically(() => {
        const row = one.get(id)
        if (row === undefined || text(row, 'msisdn') !== msisdn) return 'unknown'
        // Due work may lag behind the clock.
        if (integer(row, 'ends_at') <= world.now()) end(row, 'expired')
        if (integer(row, 'open') === 0 || integer(row, 'ends_at') <= world.now()) return 'over'
        if (integer(row, 'shown') === 0) return 'hidden'
        end(row, isApproved ? 'approved' : 'declined')
        return 'answered'
      }),
    onDial(service) {
      services.push(service)
    },
    dial: (msisdn, code) =>
      world.atomically(() => {
        const mine = prompts(msisdn).filter(({ codes }) => codes.includes(code))
        for (const { id } of mine) show.run(id)
        if (mine.length > 0) return 'Your payment requests are open.'
        return services.reduce<string | null>((read, service) => read ?? service(msisdn, code), null)
      }),
  }
}

function openTables(db: DatabaseSync) {
  db.exec(`create table if not exists phones (msisdn text primary key, settings text not null);
  create table if not exists prompts (
    seq integer primary key autoincrement, reference text not null unique, msisdn text not null,
    amount integer not null, currency text not null, name text not null, shown integer not null,
    codes text not null, declined text, expired text, ends_at integer not null,
    open integer not null default 1
  );
  create index if not exists prompts_open on prompts (msisdn) where open = 1`)
  return {
    phone: db.prepare('select settings from phones where msisdn = ?'),
    keep: db.prepare('insert or replace into phones (msisdn, settings) values (?, ?)'),
    insert: db.prepare(`insert or replace into prompts
      (reference, msisdn, amount, currency, name, shown, codes, declined, expired, ends_at)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`),
    all: db.prepare('select * from prompts where open = 1 and msisdn = coalesce(?, msisdn) order by seq'),
    one: db.prepare('select * from prompts where reference = ?'),
    show: db.prepare('update prompts set shown = 1 where reference = ?'),
    close: db.prepare('update prompts set open = 0 where reference = ? and open = 1'),
  }
}

function toPrompt(row: Row): Prompt {
  return {
    id: text(row, 'reference'),
    msisdn: text(row, 'msisdn'),
    amount: integer(row, 'amount'),
    currency: text(row, 'currency'),
    name: text(row, 'name'),
    isShown: integer(row, 'shown') === 1,
    codes: JSON.parse(text(row, 'codes')) as string[],
    endsAt: new Date(integer(row, 'ends_at')).toISOString(),
  }
}
