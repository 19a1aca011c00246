import type fc from 'fast-check'
import type { Fault } from '../world/providers.ts'
import type { Member } from '../world/office.ts'
import type { Person } from '../world/person.ts'
import type { World } from '../world/world.ts'
import type { Conditions, Facts } from './expected.ts'

/** Work that goes on while other commands run; its failures are noted. */
interface Background {
  push(...work: readonly Promise<unknown>[]): void
}

/** Subjects of the commands. */
export interface Real {
  readonly world: World
  readonly people: readonly Person[]
  /** A member of support and compliance, and one of finance, who approves the first one's requests. */
  readonly office: { readonly maker: Member; readonly checker: Member }
  /** Calls and restarts that run in the background. */
  readonly background: Background
}

export type Command = fc.AsyncCommand<Conditions, Real>

/** Creates a command from its description and its action. It can run in any state. */
export function command(words: string, act: (conditions: Conditions, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(conditions, real) {
      real.world.log.note(`* ${words}`)
      await act(conditions, real)
    },
    toString: () => words,
  }
}

export function byPerson(
  words: string,
  act: (person: Person, conditions: Conditions, real: Real) => Promise<void>,
) {
  return (who: number): Command =>
    command(`person ${who} ${words}`, async (conditions, real) => {
      const person = real.people[who]
      if (person !== undefined) await act(person, conditions, real)
    })
}

export const factsOf = (person: Person, { transfers }: Conditions): Facts | undefined =>
  transfers.get(person.intent?.id ?? '')

export const fault = (one: Fault): Command =>
  command(`fault: ${one.target} ${one.mode} ×${one.count}`, async (conditions, { world }) => {
    if (one.target === 'payout') conditions.payoutFaults += one.count
    await world.providers.fault(one)
  })
