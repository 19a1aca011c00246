import { money } from '@sesa/money'
import type { Db, Tx } from '../../db/index.ts'
import { splitName } from '../../lib/person-name.ts'
import { ActionRefused } from '../../lib/staff-action.ts'
import { readFrozenSender, type FrozenDocument, type SenderIdentity } from '../transfers/index.ts'
import type { Party, ReportedTransfer, SenderExtras } from './model.ts'

export interface ReadDeps {
  /** Opens a document as frozen with a transfer; null when its number cannot be opened. */
  openDocument(userId: string, document: FrozenDocument): SenderIdentity | null
  /** Returns a customer's identity as it is now; null when they have entered none. */
  identityOf(userId: string): Promise<SenderIdentity | null>
}

/** What is known of a person beside the name; all null when nothing is. */
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

/** Returns a customer as known now. @throws ActionRefused when there is no such account. */
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
  if (row === undefined || row.name === null) throw new ActionRefused(`There is no open account ${userId}.`)
  const identity = await deps.identityOf(userId)
  return partyOf(userId, row.name, { ...row, birthDate: row.dob, identity }, extras)
}

/**
 * Returns transfers with the sender as frozen when each was opened, in the order given. @throws ActionRefused when one
 * does not exist.
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
  if (missing.length > 0) throw new ActionRefused(`There is no transfer ${missing.join(', ')}.`)
  const found = references.flatMap((reference) => byReference.get(reference) ?? [])
  // What staff know of a customer counts for all their transfers.
  const extrasOf = (userId: string): SenderExtras | undefined =>
    found.map((row) => (row.user_id === userId ? extras[row.reference] : undefined)).find((one) => one)
  const read: ReportedTransfer[] = []
  for (const row of found) {
    const frozen = await readFrozenSender(db, row.id)
    const document = frozen?.document ?? null
    const identity = document === null ? null : deps.openDocument(row.user_id, document)
    const known = frozen && { ...frozen, birthDate: frozen.dob, identity }
    read.push({
      reference: row.reference,
      chargedAt: row.captured_at,
      state: row.state,
      sender: partyOf(row.user_id, frozen?.name ?? '', known ?? NOTHING, extrasOf(row.user_id)),
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
