import type { Db } from '../../db/index.ts'
import { reencrypt, type SealedCount, type Secrets } from '../../lib/secrets.ts'
import { messageSealing } from './service.ts'
import { everyQueued, keepSealed } from './store.ts'

/** Under which secret waiting messages stand; with `renew`, those of the earlier one are sealed under the current one. */
export async function reencryptMessages(db: Db, secrets: Secrets, renew: boolean): Promise<SealedCount> {
  const rows = (await everyQueued(db)).map(({ id, body }) => ({ id, sealed: body }))
  const keep = ({ id, sealed }: { id: string; sealed: Buffer }) => keepSealed(db, { id, body: sealed })
  return reencrypt(messageSealing(secrets), rows, renew ? keep : undefined)
}
