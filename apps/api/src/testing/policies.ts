import { sql } from 'kysely'
import type { Db } from '../db/index.ts'

/** Stores a policy as the schema's owner, who needs no second person. */
export const insertPolicy = (owner: Db, kind: string, key: string, body: object) =>
  sql`insert into policies (kind, key, body) values (${kind}, ${key}, ${JSON.stringify(body)})`.execute(owner)
