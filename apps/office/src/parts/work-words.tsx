import type { Work } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { spanText } from '../lib/words.ts'
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

/** How long an item has until its deadline, or how late it is. */
export function workDue({ dueAt }: Pick<Work, 'dueAt'>): string {
  if (dueAt === null) return ''
  const [due, now] = [Date.parse(dueAt), serverNow()]
  return due < now ? `${spanText(due, now)} late` : spanText(now, due)
}

/** The deadline, red once it has passed. */
export function WorkDue({ dueAt }: Pick<Work, 'dueAt'>) {
  const text = workDue({ dueAt })
  return text.endsWith('late') ? <Tag tone="danger">{text}</Tag> : text
}
