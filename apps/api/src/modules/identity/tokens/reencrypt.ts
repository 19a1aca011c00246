import type { Db } from '../../../db/index.ts'
import { reencrypt, type SealedCount, type Secrets } from '../../../lib/secrets.ts'
import { signingKeysInUse, keepSealed } from './keys.ts'
import { signingKeySealing } from './tokens.ts'

/** Counts signing keys by secret; with `renew`, re-encrypts those of the earlier one under the current one. */
export async function reencryptSigningKeys(db: Db, secrets: Secrets, renew: boolean): Promise<SealedCount> {
  const rows = (await signingKeysInUse(db)).map(({ kid, private_jwk }) => ({ id: kid, sealed: private_jwk }))
  const keep = ({ id, sealed }: { id: string; sealed: Buffer }) =>
    keepSealed(db, { kid: id, private_jwk: sealed })
  return reencrypt(signingKeySealing(secrets), rows, renew ? keep : undefined)
}
