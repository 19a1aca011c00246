import type { CountryCode } from '@sesa/contract'
import type { Agreed } from '@sesa/contract/legal'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { ConsentKind } from '../../../db/schema/communication.ts'
import type { ConsentSource } from '../../../http/origin.ts'
import type { ShownText } from './texts.ts'

/** The newest record about one document. */
export interface NewestConsent {
  readonly id: bigint
  readonly document: string
  readonly version: string
  readonly given: boolean
  readonly at: Date
  readonly textHash: Buffer
}

const selectNewest = (userId: string): RawBuilder<NewestConsent> => sql`
  select distinct on (document) id, document, version, given, at, text_hash as "textHash"
  from consents where user_id = ${userId} order by document, id desc`

/** Returns the newest record of each document. */
export async function newestConsents(db: Db | Tx, userId: string): Promise<NewestConsent[]> {
  return (await selectNewest(userId).execute(db)).rows
}

/** Selects the newest record of each document as one value, to be part of another statement. */
export const newestAgreed = (userId: string): RawBuilder<readonly Agreed[]> => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('document', document, 'version', version, 'given', given)), '[]')
  from (${selectNewest(userId)}) newest)`

export async function countryOf(db: Db, userId: string): Promise<CountryCode | null> {
  const row = await db
    .selectFrom('phone_identities')
    .select('country')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.country ?? null
}

export interface NewConsent {
  readonly userId: string
  readonly kind: ConsentKind
  readonly shown: ShownText
  readonly wording: string
  readonly given: boolean
  readonly screen: string
  readonly build: string | null
  readonly supersedes: bigint | null
  readonly source: ConsentSource
}

/** Stores the text of a hash, once. */
export async function keepText(tx: Tx, { document, version, text, hash }: ShownText): Promise<void> {
  await tx
    .insertInto('legal_texts')
    .values({ text_hash: hash, document, version, text })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function insertConsent(tx: Tx, consent: NewConsent): Promise<void> {
  const { userId, kind, shown, wording, given, screen, build, supersedes, source } = consent
  const { document, version, hash } = shown
  await keepText(tx, shown)
  const { id } = await tx
    .insertInto('consents')
    .values({
      ...{ user_id: userId, kind, document, version, text_hash: hash },
      ...{ wording, given, screen, build, supersedes },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('consent_origins')
    .values({
      consent_id: id,
      user_id: userId,
      address_prefix: source.addressPrefix,
      user_agent: source.userAgent,
    })
    .execute()
}

/** Returns everything recorded about a user's consents, for the data export. */
export async function exportConsents(db: Db, userId: string): Promise<unknown> {
  const rows = await db
    .selectFrom('consents as c')
    .leftJoin('consent_origins as o', 'o.consent_id', 'c.id')
    .select(['c.kind', 'c.document', 'c.version', 'c.language', 'c.wording', 'c.given', 'c.at'])
    .select(['c.screen', 'c.build', 'c.text_hash', 'o.address_prefix', 'o.user_agent'])
    .where('c.user_id', '=', userId)
    .orderBy('c.id')
    .execute()
  return rows.map(({ text_hash, address_prefix, user_agent, ...rest }) => ({
    ...rest,
    textHash: text_hash.toString('hex'),
    addressPrefix: address_prefix,
    userAgent: user_agent,
  }))
}

/** Erases the origins of a closed account's consents; the locked record keeps them where the law requires it. */
export async function forgetOrigins(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('consent_origins').where('user_id', '=', userId).execute()
}
