import * as v from 'valibot'

const view = v.object({
  name: v.string(),
  /** The page's filters, by name. */
  filters: v.record(v.string(), v.string()),
  hidden: v.array(v.string()),
  sorting: v.array(v.object({ id: v.string(), desc: v.boolean() })),
})
const views = v.array(view)

/** A named choice of filters, columns and order. */
export type SavedView = v.InferOutput<typeof view>

const keyOf = (member: string, table: string): string => `sesa-office-views:${member}:${table}`

/** Returns a member's saved views of a table in this browser; none if what is stored cannot be read. */
export function readViews(member: string, table: string): SavedView[] {
  try {
    const stored = v.safeParse(views, JSON.parse(localStorage.getItem(keyOf(member, table)) ?? '[]'))
    return stored.success ? stored.output : []
  } catch {
    return []
  }
}

/** Stores the views. Without storage they last until the page is left. */
export function writeViews(member: string, table: string, saved: readonly SavedView[]): void {
  try {
    localStorage.setItem(keyOf(member, table), JSON.stringify(saved))
  } catch {
    // The browser allows no storage.
  }
}

/** Adds a view, in place of one with the same name. */
export function withView(saved: readonly SavedView[], added: SavedView): SavedView[] {
  return [...saved.filter(({ name }) => name !== added.name), added].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  )
}
