import type { Facts, Payment } from './facts.ts'
import type { Look, Rule } from './rules.ts'

/** A rule's finding: figures by name, and the payments that count, oldest first. */
export interface Finding {
  /** `insufficient`: too little history to decide. */
  readonly outcome: 'alert' | 'clear' | 'insufficient'
  readonly measured: Readonly<Record<string, number>>
  readonly payments: readonly Payment[]
}

const HOUR = 3_600_000
const DAY = 24 * HOUR

const found = (isMet: boolean, measured: Finding['measured'], payments: readonly Payment[]): Finding => ({
  outcome: isMet ? 'alert' : 'clear',
  measured,
  payments: isMet ? payments : [],
})
const insufficient = (measured: Finding['measured']): Finding => ({
  outcome: 'insufficient',
  measured,
  payments: [],
})

const since = (payments: readonly Payment[], asOf: Date, time: number): readonly Payment[] =>
  payments.filter(({ at }) => at.getTime() > asOf.getTime() - time)

/** Returns the lower median of the amounts, in US cents. */
function medianOf(payments: readonly Payment[]): number {
  const sorted = payments.map(({ usd }) => usd).toSorted((a, b) => a - b)
  return sorted[(sorted.length - 1) >> 1] ?? 0
}

/** Returns the first payment of each value. */
function firstOfEach(payments: readonly Payment[], valueOf: (one: Payment) => string): readonly Payment[] {
  const first = new Map<string, Payment>()
  for (const one of payments) if (!first.has(valueOf(one))) first.set(valueOf(one), one)
  return [...first.values()]
}

type AccountFacts = Extract<Facts, { kind: 'account' }>
type LookFor<K extends Look['kind']> = Extract<Look, { kind: K }>

function structuring(facts: AccountFacts, look: LookFor<'structuring'>): Finding {
  const recent = since(facts.payments, facts.asOf, look.days * DAY)
  // Below the threshold and at least this percentage of it; in whole cents, without division.
  const below = look.thresholds.map((threshold) => ({
    threshold,
    payments: recent.filter(({ usd }) => usd < threshold && usd * 100 >= threshold * look.percent),
  }))
  const most = below.reduce((a, b) => (b.payments.length > a.payments.length ? b : a))
  const { threshold, payments } = most
  return found(payments.length >= look.atLeast, { payments: payments.length, threshold }, payments)
}

function dormant({ payments }: AccountFacts, look: LookFor<'dormant'>): Finding {
  const [latest, before] = [payments.at(-1), payments.slice(0, -1)]
  const previous = before.at(-1)
  if (latest === undefined || previous === undefined || before.length < look.history) {
    return insufficient({ payments: before.length })
  }
  const pause = latest.at.getTime() - previous.at.getTime()
  const usual = medianOf(before)
  const isMet = pause >= look.pauseDays * DAY && latest.usd > usual * look.times
  return found(isMet, { pauseDays: Math.floor(pause / DAY), usual, latest: latest.usd }, [latest])
}

function newCorridor({ payments }: AccountFacts, look: LookFor<'new_corridor'>): Finding {
  const [latest, before] = [payments.at(-1), payments.slice(0, -1)]
  if (latest === undefined || before.length < look.history) return insufficient({ payments: before.length })
  const isNew = before.every(({ to }) => to !== latest.to)
  return found(isNew && latest.usd >= look.amountAtLeast, { latest: latest.usd, payments: before.length }, [
    latest,
  ])
}

function newPayer({ payments }: AccountFacts, look: LookFor<'new_payer'>): Finding {
  const latest = payments.at(-1)
  if (latest === undefined || latest.payer === null) return insufficient({})
  const { isNew, check } = latest.payer
  // A different name is refused before the payment; this one could not be checked, or was close.
  const isMet = isNew && check !== 'match' && latest.usd >= look.amountAtLeast
  return found(isMet, { latest: latest.usd }, [latest])
}

function similarAmounts(facts: AccountFacts, look: LookFor<'similar_amounts'>): Finding {
  const sorted = since(facts.payments, facts.asOf, look.days * DAY).toSorted((a, b) => a.usd - b.usd)
  // The most payments between an amount and this percentage above it.
  const groups = sorted.map((least, index) =>
    sorted.slice(index).filter(({ usd }) => usd * 100 <= least.usd * (100 + look.percent)),
  )
  const most = groups.reduce<readonly Payment[]>((a, b) => (b.length > a.length ? b : a), [])
  const inOrder = most.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return found(most.length >= look.atLeast, { payments: most.length, usd: most[0]?.usd ?? 0 }, inOrder)
}

function ring({ circles, asOf }: AccountFacts, look: LookFor<'ring'>): Finding {
  const within = circles.filter(
    (circle) => circle.length <= look.atMost && since(circle, asOf, look.days * DAY).length === circle.length,
  )
  const shortest = within.reduce<readonly Payment[]>(
    (a, b) => (a.length === 0 || b.length < a.length ? b : a),
    [],
  )
  return found(shortest.length > 0, { accounts: shortest.length }, shortest)
}

function decideOnAccount(facts: AccountFacts, look: Look): Finding | undefined {
  const { asOf, payments, links } = facts
  switch (look.kind) {
    case 'structuring':
      return structuring(facts, look)
    case 'dormant':
      return dormant(facts, look)
    case 'new_corridor':
      return newCorridor(facts, look)
    case 'new_payer':
      return newPayer(facts, look)
    case 'similar_amounts':
      return similarAmounts(facts, look)
    case 'ring':
      return ring(facts, look)
    case 'many_payees': {
      const firsts = firstOfEach(payments, ({ wallet }) => wallet)
      const recent = since(firsts, asOf, look.days * DAY)
      return found(recent.length >= look.atLeast, { payees: recent.length }, recent)
    }
    case 'velocity': {
      const recent = since(payments, asOf, look.hours * HOUR)
      return found(recent.length >= look.atLeast, { payments: recent.length }, recent)
    }
    case 'several_accounts': {
      if ((payments.at(-1)?.person ?? null) === null) return insufficient({})
      const accounts = firstOfEach(since(links.person, asOf, look.days * DAY), ({ account }) => account)
      return found(accounts.length >= look.atLeast, { accounts: accounts.length }, accounts)
    }
    case 'shared': {
      if (links[look.by].length === 0) return insufficient({})
      const accounts = firstOfEach(since(links[look.by], asOf, look.days * DAY), ({ account }) => account)
      return found(accounts.length >= look.atLeast, { accounts: accounts.length }, accounts)
    }
    case 'many_senders':
      return undefined
  }
}

/** Returns a rule's finding from the facts about a subject; undefined when the rule is about other subjects. Pure. */
export function decide(facts: Facts, { look }: Rule): Finding | undefined {
  if (facts.kind === 'account') return decideOnAccount(facts, look)
  if (look.kind !== 'many_senders') return undefined
  // One person with two accounts counts as one sender.
  const recent = since(facts.payments, facts.asOf, look.days * DAY)
  const senders = firstOfEach(recent, ({ person, account }) => person ?? account)
  return found(senders.length >= look.atLeast, { senders: senders.length }, senders)
}
