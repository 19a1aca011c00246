import type { CountryCode } from '@sesa/contract'
import type { FilingDraft, OfficeFilingPage, SenderFacts } from '@sesa/contract/office'

/** The fields of the form, as typed. */
export interface TypedDraft {
  readonly country: CountryCode | ''
  readonly case: string
  /** `2026-11-26T09:30`, in UTC. */
  readonly knownAt: string
  readonly transfers: string
  readonly account: string
  readonly narrative: string
  readonly action: string
  readonly indicators: string
  readonly senders: Readonly<Record<string, SenderFacts>>
}

/** Returns the fields with what a stored report says, to draft another one. */
export function typedFrom({ country, caseNumber, knownAt, content }: OfficeFilingPage): TypedDraft {
  const {
    transfers = [],
    account,
    narrative = '',
    action = '',
    indicators = [],
    senders = {},
  } = content ?? {}
  return {
    ...{ country, case: caseNumber ?? '', knownAt: knownAt.slice(0, 16), transfers: transfers.join(' ') },
    ...{ account: account ?? '', narrative, action, indicators: indicators.join(' '), senders },
  }
}

/** Returns the words of a field, each once. */
export const wordsIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,]+/u).filter((word) => word !== '')),
]

const REFERENCE = /^S-[0-9A-Z]{6,20}$/u
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

function lengthProblem(text: string, most: number): string | undefined {
  const { length } = text.trim()
  if (length === 0) return 'Enter a few sentences.'
  return length > most ? `Shorten it to ${most} characters.` : undefined
}

function subjectProblems({ transfers, account }: TypedDraft): { transfers?: string; account?: string } {
  const references = wordsIn(transfers)
  const wrong = references.find((word) => !REFERENCE.test(word))
  if (wrong !== undefined) return { transfers: `${wrong} isn’t a reference. Enter it like S-0A1B2C3D.` }
  if (references.length === 0 && account.trim() === '')
    return { transfers: 'Enter transfers, or an account if there are none.' }
  if (references.length > 0 && account.trim() !== '')
    return { account: 'Leave blank: the transfers identify their sender.' }
  return account.trim() === '' || UUID.test(account.trim())
    ? {}
    : { account: 'Copy the account id from the customer page.' }
}

/** Returns what is wrong with each field; nothing when the draft can be stored. */
export function problemsIn(typed: TypedDraft): Partial<Record<keyof TypedDraft, string>> {
  const narrative = lengthProblem(typed.narrative, 20_000)
  const action = lengthProblem(typed.action, 4_000)
  return {
    ...(typed.country === '' && { country: 'Choose a country.' }),
    ...(typed.case.trim() !== '' &&
      !/^K-\d{6,12}$/u.test(typed.case.trim()) && { case: 'Enter a case number like K-000012.' }),
    ...(Number.isNaN(Date.parse(`${typed.knownAt}Z`)) && { knownAt: 'Enter a date and time.' }),
    ...subjectProblems(typed),
    ...(narrative !== undefined && { narrative }),
    ...(action !== undefined && { action }),
  }
}

/** Returns the draft of fields without problems; null while no country is chosen. */
export function draftOf(typed: TypedDraft): FilingDraft | null {
  const { country, account, knownAt, narrative, action, indicators } = typed
  if (country === '') return null
  const transfers = wordsIn(typed.transfers)
  return {
    ...{ country, transfers, knownAt: new Date(`${knownAt}Z`).toISOString() },
    ...(typed.case.trim() !== '' && { case: typed.case.trim() }),
    ...(account.trim() !== '' && { account: account.trim() }),
    ...{ narrative: narrative.trim(), action: action.trim(), indicators: wordsIn(indicators) },
    senders: Object.fromEntries(
      Object.entries(typed.senders).filter(
        ([key, facts]) => [...transfers, account.trim()].includes(key) && Object.keys(facts).length > 0,
      ),
    ),
  }
}
