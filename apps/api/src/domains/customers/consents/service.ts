import {
  AGREEMENT_WORDS,
  type AgreementName,
  type AgreementsDue,
  type Consents,
  type CountryCode,
} from '@sesa/contract'
import { agreementsDue, type Agreed } from '@sesa/contract/legal'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { ConsentSource } from '../../../http/origin.ts'
import { Refused } from '../../../lib/refused.ts'
import { countryOf, insertConsent, newestAgreed, newestConsents } from './store.ts'
import type { Texts } from './texts.ts'

/** A decision about one version of a document. */
export interface Decision {
  readonly document: AgreementName
  readonly version: string
  readonly given: boolean
}

/** Where and how the customer decided. */
export interface Circumstances {
  readonly screen: string
  readonly build?: string | undefined
  readonly source: ConsentSource
}

/** An account requires these, so they are withdrawn only by closing it. */
const BOUND_TO_ACCOUNT: ReadonlySet<AgreementName> = new Set(['terms', 'privacy'])

/** Creates the consents service, without HTTP. */
export function createConsents({ db, texts }: { readonly db: Db; readonly texts: Texts }) {
  const due = async (userId: string): Promise<AgreementsDue> =>
    agreementsDue(texts.documents, await newestConsents(db, userId), await countryOf(db, userId))

  /**
   * Records each decision that changes something. Throws Refused `document_version_unknown`, or `consent_stays` for a
   * withdrawal that requires closing the account.
   */
  const record = async (
    tx: Tx,
    userId: string,
    decisions: readonly Decision[],
    { screen, build, source }: Circumstances,
  ): Promise<void> => {
    const newest = await newestConsents(tx, userId)
    for (const { document, version, given } of decisions) {
      const shown = texts.find(document, version)
      if (!shown) throw new Refused('document_version_unknown', { field: document })
      if (!given && BOUND_TO_ACCOUNT.has(document)) throw new Refused('consent_stays', { field: document })
      const before = newest.find((one) => one.document === document)
      const isKnown = given ? before?.given === true && before.version >= version : before?.given !== true
      if (isKnown) continue
      await insertConsent(tx, {
        ...{ userId, kind: document, shown, given, screen, source },
        wording: given ? AGREEMENT_WORDS[document] : 'Withdraw',
        build: build ?? null,
        supersedes: before?.id ?? null,
      })
    }
  }

  const list = async (userId: string): Promise<Consents> => {
    const [newest, open] = await Promise.all([newestConsents(db, userId), due(userId)])
    return {
      due: open,
      consents: newest.map(({ document, version, given, at, textHash }) => ({
        ...{ document, version, given },
        at: at.toISOString(),
        textHash: textHash.toString('hex'),
      })),
    }
  }

  /** Throws Refused `agreements_due` with the documents that a customer of the country still has to accept. Pure. */
  const requireAgreed = (agreed: readonly Agreed[], country: CountryCode): void => {
    const open = agreementsDue(texts.documents, agreed, country)
    if (open.length > 0) throw new Refused('agreements_due', { details: { due: open } })
  }

  return {
    due,
    agreements: { agreed: newestAgreed, requireAgreed },
    record,
    list,

    /** Records decisions made separately, without another form. */
    async decide(
      userId: string,
      decisions: readonly Decision[],
      circumstances: Circumstances,
    ): Promise<Consents> {
      await inTransaction(db, 'consents.decide', async (tx) => {
        await requireOpenAccount(tx, userId, { alone: true })
        await record(tx, userId, decisions, circumstances)
      })
      return list(userId)
    },
  }
}

export type ConsentsService = ReturnType<typeof createConsents>
