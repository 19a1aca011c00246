import type { DatabaseSync } from 'node:sqlite'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { text } from '../core/rows.ts'

const DAY_SECONDS = 86_400

/** Stores sign-ins in progress, codes and tokens in the books, so that they survive a restart. */
export function stateIn(db: DatabaseSync, now: () => number): (model: string) => Adapter {
  db.exec(`create table if not exists google_state (
    id text primary key, grant_id text, uid text, payload text, expires_at integer)`)
  const write = db.prepare('insert or replace into google_state values (?, ?, ?, ?, ?)')
  const live = 'select id, payload from google_state where expires_at > ? and'
  const byId = db.prepare(`${live} id = ?`)
  const byUid = db.prepare(`${live} uid = ?`)
  const rewrite = db.prepare('update google_state set payload = ? where id = ?')
  const removeOne = db.prepare('delete from google_state where id = ?')
  const removeGrant = db.prepare('delete from google_state where grant_id = ?')
  const removeOld = db.prepare('delete from google_state where expires_at <= ?')

  const read = (row: ReturnType<typeof byId.get>): AdapterPayload | undefined =>
    row && (JSON.parse(text(row, 'payload')) as AdapterPayload)

  return (model) => {
    const key = (id: string): string => `${model}:${id}`
    return {
      async upsert(id, payload, seconds = DAY_SECONDS) {
        removeOld.run(now())
        const { grantId = null, uid = null } = payload
        write.run(key(id), grantId, uid, JSON.stringify(payload), now() + seconds * 1_000)
      },
      find: async (id) => read(byId.get(now(), key(id))),
      findByUid: async (uid) => read(byUid.get(now(), uid)),
      // The device flow is off.
      findByUserCode: async () => undefined,
      async consume(id) {
        const payload = read(byId.get(now(), key(id)))
        const consumed = Math.trunc(now() / 1_000)
        if (payload) rewrite.run(JSON.stringify({ ...payload, consumed }), key(id))
      },
      destroy: async (id) => void removeOne.run(key(id)),
      revokeByGrantId: async (grantId) => void removeGrant.run(grantId),
    }
  }
}
