import type { Work } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { dueText } from '../lib/words.ts'
import { Tag } from './tag.tsx'

const UUID = /^[\da-f]{8}-/

/** Names an item: by its number, or by what it is if it has none. */
export function workName({ kind, id, title }: Work): string {
  if (kind === 'breaks') return `Break ${id}`
  return UUID.test(id) ? title : id
}

/** What an item is about, in one line. */
export function workText({ id, title, about }: Work): string {
  if (UUID.test(id)) return about
  return about === id ? title : `${title}: ${about}`
}

/** How long an item has until its deadline; red once that has passed. */
export function WorkDue({ dueAt }: Pick<Work, 'dueAt'>) {
  if (dueAt === null) return null
  const now = serverNow()
  const text = dueText(dueAt, now)
  return Date.parse(dueAt) < now ? <Tag tone="danger">{text}</Tag> : text
}
