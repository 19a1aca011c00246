import { COUNTRIES, type CountryCode } from '@sesa/contract'
import type { FilingDraft, OfficeCasePage, OfficeFilingPage, SenderFacts } from '@sesa/contract/office'

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

export type Problems = Partial<Record<keyof TypedDraft, string>>

/** Returns empty fields, or those that a case and an account fill. A report names transfers or else an account. */
export function typedFor(
  now: number,
  { about, account }: { about?: OfficeCasePage | undefined; account: string },
): TypedDraft {
  const payments = about === undefined ? [] : transfersIn(about)
  const transfers = payments.map(({ reference }) => reference)
  // Senders pay in the currency of their country, whose authority gets the report.
  const country = COUNTRIES.find(({ currency }) => currency === payments[0]?.sent.currency)?.code ?? ''
  return {
    ...{ country, case: about?.number ?? '', knownAt: new Date(now).toISOString().slice(0, 16) },
    ...{ transfers: transfers.join(' '), account: transfers.length === 0 ? account : '' },
    ...{ narrative: '', action: '', indicators: '', senders: {} },
  }
}

/** Returns the transfers of a case: those that wait, and those that an alert counted; each once. */
export function transfersIn({ waiting, alerts }: Pick<OfficeCasePage, 'waiting' | 'alerts'>) {
  const all = [...waiting, ...alerts.flatMap(({ payments }) => payments)]
  return all.filter(({ reference }, at) => all.findIndex((one) => one.reference === reference) === at)
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

export const isCaseNumber = (text: string): boolean => /^K-\d{6,12}$/u.test(text)

const REFERENCE = /^S-[0-9A-Z]{6,20}$/u
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

function lengthProblem(text: string, most: number, what: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return `Enter ${what}.`
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
export function problemsIn(typed: TypedDraft): Problems {
  const narrative = lengthProblem(typed.narrative, 20_000, 'the grounds for suspicion')
  const action = lengthProblem(typed.action, 4_000, 'the action taken')
  return {
    ...(typed.country === '' && { country: 'Choose a country.' }),
    ...(typed.case.trim() !== '' &&
      !isCaseNumber(typed.case.trim()) && { case: 'Enter a case number like K-000012.' }),
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

/** What a check takes for a text that is still empty, to find what else the document lacks. */
const NOT_YET = '…'

/** Returns the draft to check while it is typed; null while it names nothing that could be checked. */
export function checkable(typed: TypedDraft): FilingDraft | null {
  const { narrative: _narrative, action: _action, ...others } = problemsIn(typed)
  if (Object.keys(others).length > 0) return null
  const draft = draftOf(typed)
  return draft && { ...draft, narrative: draft.narrative || NOT_YET, action: draft.action || NOT_YET }
}
