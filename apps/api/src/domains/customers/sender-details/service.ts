import type { IdentificationType, SenderDetails } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Secrets } from '../../../lib/secrets.ts'
import type { Audit } from '../account-record/index.ts'
import type { FrozenDocument, SenderIdentity } from '../../transfers/index.ts'
import type { SenderDetailsInput } from './rules.ts'
import { documentSealing } from './sealing.ts'
import { findRow, lockRow, removeRow, writeRow, type SenderDetailsRow } from './store.ts'

export interface SenderDetailsDeps extends Secrets {
  readonly db: Db
  readonly audit: Audit
}

/** The stored details. The document's number is null when it must be entered again. */
export type StoredIdentity = Omit<SenderIdentity, 'identification'> & {
  readonly identification: { readonly type: IdentificationType; readonly number: string | null }
}

const ENDING = 3
const FIELDS = [
  'nationality',
  'address_line',
  'postal_code',
  'city',
  'country',
  'identification_type',
  'occupation',
] as const

/** Returns the number to store. Without a new number the stored one stays, if the document is of the same kind. */
function numberOf(
  input: SenderDetailsInput,
  stored: { type: IdentificationType; number: string | null } | null,
): string {
  if (input.identificationNumber !== undefined) return input.identificationNumber
  if (stored?.number && stored.type === input.identificationType) return stored.number
  throw new Refused('identification_invalid', {
    field: 'identificationNumber',
    message: 'Enter your ID number.',
  })
}

/** Creates the customers' details beyond their profiles. The document's number is stored sealed. */
export function createSenderDetails({ db, audit, ...secrets }: SenderDetailsDeps) {
  const sealing = documentSealing(secrets)
  /** Returns null when it was sealed under a retired secret: it must be entered again. */
  const unsealed = (sealed: Buffer, userId: string): string | null => {
    try {
      return sealing.unseal(sealed, userId)
    } catch {
      return null
    }
  }
  const numberIn = (row: SenderDetailsRow): string | null => unsealed(row.identification_number, row.user_id)

  async function exportFor(userId: string): Promise<StoredIdentity | null> {
    const row = await findRow(db, userId)
    if (row === undefined) return null
    return {
      nationality: row.nationality,
      address: {
        line: row.address_line,
        postalCode: row.postal_code,
        city: row.city,
        country: row.country,
      },
      identification: { type: row.identification_type, number: numberIn(row) },
      occupation: row.occupation,
    }
  }

  async function identityOf(userId: string): Promise<SenderIdentity | null> {
    const stored = await exportFor(userId)
    if (stored === null) return null
    const { type, number } = stored.identification
    return number === null ? null : { ...stored, identification: { type, number } }
  }

  async function get(userId: string): Promise<SenderDetails | null> {
    const row = await findRow(db, userId)
    if (row === undefined) return null
    return {
      nationality: row.nationality,
      addressLine: row.address_line,
      postalCode: row.postal_code,
      city: row.city,
      country: row.country,
      identificationType: row.identification_type,
      identificationEnding: numberIn(row)?.slice(-ENDING) ?? null,
      occupation: row.occupation,
      updatedAt: row.updated_at.toISOString(),
    }
  }

  function openDocument(userId: string, document: FrozenDocument): SenderIdentity | null {
    const { nationality, address, identificationType: type, sealedNumber, occupation } = document
    const number = unsealed(Buffer.from(sealedNumber.slice(2), 'hex'), userId)
    return number === null ? null : { nationality, address, identification: { type, number }, occupation }
  }

  return {
    openDocument,
    /**
     * Returns the details for the customer, with only the last characters of the document's number; null when there are none.
     */
    get,
    /** Returns the details for a rail; null when there are none, or the number must be entered again. */
    identityOf,
    /** Returns everything, for the data export; null when there is nothing. */
    exportFor,

    /**
     * Stores the details, and records which of them changed. Throws Refused `identification_invalid`, or `unauthenticated`
     * like `lockRow`.
     */
    async put(
      { userId, sessionId }: { userId: string; sessionId: string },
      input: SenderDetailsInput,
      origin: Origin,
    ): Promise<SenderDetails> {
      await inTransaction(db, 'sender_details.save', async (tx) => {
        const before = await lockRow(tx, userId)
        const stored = before ? { type: before.identification_type, number: numberIn(before) } : null
        const number = numberOf(input, stored)
        const after = {
          user_id: userId,
          nationality: input.nationality,
          address_line: input.addressLine,
          postal_code: input.postalCode,
          city: input.city,
          country: input.country,
          identification_type: input.identificationType,
          identification_number: sealing.seal(number, userId),
          occupation: input.occupation,
        }
        const fields: string[] = FIELDS.filter((field) => before?.[field] !== after[field])
        if (stored?.number !== number) fields.push('identification_number')
        if (before !== undefined && fields.length === 0) return
        await writeRow(tx, after)
        await audit.record(tx, {
          userId,
          sessionId,
          kind: 'sender_details_changed',
          details: { fields },
          origin,
        })
      })
      const saved = await get(userId)
      if (saved === null) throw new Error('Sender details that were just written are not there')
      return saved
    },

    /** Erases the details, in the transaction that closes the account. */
    forget: (tx: Tx, userId: string): Promise<void> => removeRow(tx, userId),
  }
}

export type SenderDetailsService = ReturnType<typeof createSenderDetails>
