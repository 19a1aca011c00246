import { money } from '@sesa/money'
import type { Db, Tx } from '../../../db/index.ts'
import { splitName } from '../../../lib/person-name.ts'
import { readKeptRecord, type KeptRecord } from '../../customers/index.ts'
import { readFrozenSender, type FrozenDocument, type SenderIdentity } from '../../transfers/index.ts'
import type { Party, ReportedTransfer, SenderExtras } from './model.ts'
import { actionRefused } from '../../../lib/refused.ts'

export interface ReadDeps {
  /** Opens a document frozen with a transfer; null when its number cannot be decrypted. */
  openDocument(userId: string, document: FrozenDocument): SenderIdentity | null
  /** Returns a customer's current identity; null when they have entered none. */
  identityOf(userId: string): Promise<SenderIdentity | null>
}

/** The facts about a person other than the name; all null when unknown. */
interface Known {
  readonly gender: 'male' | 'female' | null
  readonly birthDate: string | null
  readonly phone: string | null
  readonly identity: SenderIdentity | null
}

const NOTHING: Known = { gender: null, birthDate: null, phone: null, identity: null }

function partyOf(
  customerId: string | null,
  name: string,
  { gender, birthDate, phone, identity }: Known,
  extras: SenderExtras = {},
): Party {
  const { first, last } = splitName(name)
  return {
    customerId,
    name,
    firstName: extras.firstName ?? (last === null ? null : first),
    lastName: extras.lastName ?? last,
    gender: extras.gender ?? gender,
    birthDate,
    nationality: identity?.nationality ?? null,
    residence: identity?.address.country ?? null,
    taxNumber: extras.taxNumber ?? null,
    phone,
    occupation: identity?.occupation ?? null,
    birthPlace: extras.birthPlace ?? null,
    taxRegistration: extras.taxRegistration ?? null,
    sourceOfWealth: extras.sourceOfWealth ?? null,
    address: identity === null ? null : { ...identity.address, state: extras.state ?? null },
    identification:
      identity === null
        ? null
        : {
            ...identity.identification,
            issueDate: extras.issueDate ?? null,
            expiryDate: extras.expiryDate ?? null,
            issueCountry: extras.issueCountry ?? null,
          },
  }
}

/** Returns the identity in a sealed record, from the details frozen or entered last; null without a document. */
function keptIdentity(
  { openDocument }: Pick<ReadDeps, 'openDocument'>,
  userId: string,
  kept: KeptRecord['senderDetails'],
): SenderIdentity | null {
  if (kept === null) return null
  const { nationality, address_line: line, city, country, identification_type: type } = kept
  const number = kept.identification_number
  if (nationality === null || line === null || city === null || country === null) return null
  if (type === null || number === null) return null
  return openDocument(userId, {
    nationality,
    address: { line, postalCode: kept.postal_code, city, country },
    identificationType: type,
    sealedNumber: number,
    occupation: kept.occupation,
  })
}

/** Returns a customer's current data, or the data in their sealed record. @throws Refused when there is no such account. */
export async function readCustomer(
  db: Db | Tx,
  deps: ReadDeps,
  userId: string,
  extras?: SenderExtras,
): Promise<Party> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('phone_identities as i', 'i.user_id', 'p.user_id')
    .select(['p.name', 'p.dob', 'p.gender', 'i.phone_number as phone'])
    .where('p.user_id', '=', userId)
    .executeTakeFirst()
  if (row === undefined) {
    const kept = await readKeptRecord(db, userId)
    if (kept === null || kept.name === null)
      throw actionRefused(`Account ${userId} doesn’t exist or has no name.`)
    const identity = keptIdentity(deps, userId, kept.senderDetails)
    const { gender, dob: birthDate, phoneNumber: phone } = kept
    return partyOf(userId, kept.name, { gender, birthDate, phone, identity }, extras)
  }
  if (row.name === null) throw actionRefused(`Account ${userId} doesn’t exist or has no name.`)
  const identity = await deps.identityOf(userId)
  return partyOf(userId, row.name, { ...row, birthDate: row.dob, identity }, extras)
}

async function hasLeft(db: Db | Tx, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('closed_at')
    .where('id', '=', userId)
    .where('closed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the sender as frozen with a transfer, also after their account is closed; undefined if nothing was frozen. */
async function readSender(
  db: Db | Tx,
  deps: Pick<ReadDeps, 'openDocument'>,
  { id, user_id: userId }: { readonly id: string; readonly user_id: string },
): Promise<(Known & { readonly name: string }) | undefined> {
  const frozen = await readFrozenSender(db, id)
  if (frozen !== null) {
    const { name, gender, dob: birthDate, phone, document } = frozen
    const identity = document === null ? null : deps.openDocument(userId, document)
    return { name, gender, birthDate, phone, identity }
  }
  const record = (await hasLeft(db, userId)) ? await readKeptRecord(db, userId) : null
  const kept = record?.senders.find(({ transfer_id: transfer }) => transfer === id)
  if (kept === undefined) return undefined
  const { name, gender, dob: birthDate, phone } = kept
  return { name, gender, birthDate, phone, identity: keptIdentity(deps, userId, kept) }
}

/**
 * Returns transfers with the sender as frozen when each was opened, in the given order. @throws Refused when one does not
 * exist.
 */
export async function readTransfers(
  db: Db | Tx,
  deps: Pick<ReadDeps, 'openDocument'>,
  references: readonly string[],
  extras: Readonly<Record<string, SenderExtras>> = {},
): Promise<readonly ReportedTransfer[]> {
  if (references.length === 0) return []
  const rows = await db
    .selectFrom('transfers')
    .selectAll()
    .where('reference', 'in', [...references])
    .execute()
  const byReference = new Map(rows.map((row) => [row.reference, row]))
  const missing = references.filter((reference) => !byReference.has(reference))
  if (missing.length > 0) throw actionRefused(`Transfer ${missing.join(', ')} doesn’t exist.`)
  const found = references.flatMap((reference) => byReference.get(reference) ?? [])
  // Facts from staff about a customer apply to all their transfers.
  const extrasOf = (userId: string): SenderExtras | undefined =>
    found.map((row) => (row.user_id === userId ? extras[row.reference] : undefined)).find((one) => one)
  const read: ReportedTransfer[] = []
  for (const row of found) {
    const frozen = await readSender(db, deps, row)
    read.push({
      reference: row.reference,
      chargedAt: row.captured_at,
      state: row.state,
      sender: partyOf(row.user_id, frozen?.name ?? '', frozen ?? NOTHING, extrasOf(row.user_id)),
      recipient: partyOf(null, row.recipient_name, { ...NOTHING, phone: row.recipient_phone }),
      recipientNetwork: row.network,
      senderCountry: row.sender_country,
      recipientCountry: row.country,
      charged: money(row.charge_amount, row.charge_currency),
      chargedWithoutFee: money(row.charge_amount - row.charge_fee, row.charge_currency),
      sent: money(row.amount, row.currency),
      received: money(row.receive_amount, row.receive_currency),
      usd: row.usd_amount,
      purpose: row.purpose_of_funds,
      sourceOfFunds: row.source_of_funds,
      relationship: row.relationship,
    })
  }
  return read
}
