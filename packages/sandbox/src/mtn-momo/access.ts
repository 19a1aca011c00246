import { randomBytes, randomUUID } from 'node:crypto'
import { integer, text } from '../core/rows.ts'
import type { World } from '../core/world.ts'

/** Lifetime of an access token in seconds (MTN answers 3600; unverified for production). */
const TOKEN_SECONDS = 3_600

export const PRODUCTS = ['collection', 'disbursement', 'remittance'] as const
export type Product = (typeof PRODUCTS)[number]

/** Exists from the start, so that clients need not provision a user. */
const READY = { id: '00000000-0000-4000-8000-000000000001', key: 'sandbox', callbackHost: 'localhost' }

/** API users and tokens, as issued by MTN's sandbox. Any subscription key is accepted. */
export interface Access {
  /** Returns false when the id is taken. */
  addUser(id: string, callbackHost: string): boolean
  user(id: string): { providerCallbackHost: string } | null
  /** Returns a new key for the user, or null when there is no such user. */
  makeKey(id: string): string | null
  /** Returns a token for `Basic base64(user:key)`, or null when user and key do not match. */
  makeToken(product: Product, authorization: string | undefined): { token: string; seconds: number } | null
  /** Returns the user of a bearer token of this product; null when it is unknown or has expired. */
  userOfToken(product: Product, authorization: string | undefined): string | null
}

export function openAccess(world: World): Access {
  const { db } = world
  db.exec(`create table if not exists momo_users (id text primary key, callback_host text not null, api_key text);
  create table if not exists momo_tokens (
    token text primary key, product text not null, user_id text not null, expires_at integer not null
  )`)
  db.prepare('insert or ignore into momo_users (id, callback_host, api_key) values (?, ?, ?)').run(
    READY.id,
    READY.callbackHost,
    READY.key,
  )
  const add = db.prepare(
    'insert into momo_users (id, callback_host) values (?, ?) on conflict do nothing returning id',
  )
  const find = db.prepare('select callback_host, api_key from momo_users where id = ?')
  const keep = db.prepare('update momo_users set api_key = ? where id = ? returning id')
  const issue = db.prepare(
    'insert into momo_tokens (token, product, user_id, expires_at) values (?, ?, ?, ?)',
  )
  const look = db.prepare('select user_id, expires_at from momo_tokens where token = ? and product = ?')

  return {
    addUser: (id, callbackHost) => add.get(id, callbackHost) !== undefined,
    user(id) {
      const row = find.get(id)
      return row === undefined ? null : { providerCallbackHost: text(row, 'callback_host') }
    },
    makeKey(id) {
      const key = randomUUID().replaceAll('-', '')
      return keep.get(key, id) === undefined ? null : key
    },
    makeToken(product, authorization) {
      const basic = /^Basic (\S+)$/.exec(authorization ?? '')?.[1]
      const [id = '', key = ''] = Buffer.from(basic ?? '', 'base64')
        .toString()
        .split(':')
      const row = find.get(id)
      if (row === undefined || row['api_key'] !== key) return null
      const token = randomBytes(32).toString('base64url')
      issue.run(token, product, id, world.now() + TOKEN_SECONDS * 1_000)
      return { token, seconds: TOKEN_SECONDS }
    },
    userOfToken(product, authorization) {
      const token = /^Bearer (\S+)$/.exec(authorization ?? '')?.[1]
      const row = token === undefined ? undefined : look.get(token, product)
      return row === undefined || integer(row, 'expires_at') <= world.now() ? null : text(row, 'user_id')
    },
  }
}
