import { expect } from '@playwright/test'
import type { Effort } from './office-hand.ts'

/** At most so many clicks and opened pages for a person's first item, and clicks for a further one of the queue. */
type Most = readonly [clicks: number, pages: number, further?: number]
type Limits = Readonly<Record<string, { readonly first: Most; readonly second?: Most }>>
type Person = 'first' | 'second'
type Efforts = readonly [first: Effort, further?: Effort]

const PERSONS = ['first', 'second'] as const

/** Keeps what each job takes its two persons. */
export class Tally<const L extends Limits> {
  readonly #most: L
  readonly #took = new Map<string, Efforts>()

  constructor(most: L) {
    this.#most = most
  }

  /** Notes what a person's part of a job took, which must not be more than the limits. */
  note(job: keyof L & string, person: Person, efforts: Efforts): void {
    this.#took.set(`${job} ${person}`, efforts)
    const [clicks, pages, further] = this.#most[job]?.[person] ?? [0, 0]
    const [one, another] = efforts
    const said = `${job}, ${person} person`
    expect.soft(one.clicks, `${said}: clicks`).toBeLessThanOrEqual(clicks)
    expect.soft(one.pages, `${said}: pages`).toBeLessThanOrEqual(pages)
    if (another === undefined) return
    expect.soft(another.clicks, `${said}: clicks of a further item`).toBeLessThanOrEqual(further ?? 0)
  }

  /** Prints a line for each job, of the first and the second person, and the sums. */
  print(): void {
    const both = (job: string, of: (efforts: Efforts) => number | undefined): string =>
      PERSONS.map((person) => this.#took.get(`${job} ${person}`))
        .map((efforts) => (efforts && of(efforts)) ?? '-')
        .join(' / ')
    const lines = Object.keys(this.#most).map((job) => ({
      job,
      clicks: both(job, ([one]) => one.clicks),
      pages: both(job, ([one]) => one.pages),
      further: both(job, ([, another]) => another?.clicks),
    }))
    const sum = (of: keyof Effort): string =>
      PERSONS.map((person) =>
        Object.keys(this.#most).reduce(
          (total, job) => total + (this.#took.get(`${job} ${person}`)?.[0][of] ?? 0),
          0,
        ),
      ).join(' / ')
    console.table([...lines, { job: 'Sum', clicks: sum('clicks'), pages: sum('pages'), further: '' }])
  }
}
