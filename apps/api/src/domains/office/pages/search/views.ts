import { officeCalls, type SavedView, type ViewPage } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../../../../db/index.ts'
import { officeRoute, type Member } from '../../../../http/office/route.ts'
import { actionRefused, Refused } from '../../../../lib/refused.ts'
import { understand } from './understand.ts'

/** The parameters that an address may have, besides the text. */
const PLAIN: Readonly<Record<string, RegExp>> = {
  sort: /^-?[a-z]{1,20}$/i,
  columns: /^[a-z,]{0,200}$/i,
  kind: /^[a-z]{1,20}$/,
  view: /^[a-z]{1,20}$/,
}
/** Views of one member, or of one role, per page. */
const MOST = 50

/** Throws Refused `invalid_field` unless the address says only how a list looks: no name, number or other personal data. */
function requireImpersonal(address: string): void {
  for (const [name, value] of new URLSearchParams(address)) {
    const { pieces } = understand(value, new Date(0), () => true)
    const isPlain =
      name === 'filter'
        ? pieces.every(({ isPersonal, problem }) => !isPersonal && problem === null)
        : PLAIN[name]?.test(value) === true
    if (!isPlain) throw new Refused('invalid_field', { field: 'address' })
  }
}

async function viewsOf(db: Db, page: ViewPage, { id, roles }: Member): Promise<{ views: SavedView[] }> {
  const rows = await db
    .selectFrom('saved_views')
    .select(['id', 'name', 'address', 'role'])
    .where('page', '=', page)
    .where((is) => is.or([is('member_id', '=', id), is('role', 'in', [...roles])]))
    .orderBy('role', (order) => order.asc().nullsFirst())
    .orderBy(sql`lower(name)`)
    .limit(MOST * 2)
    .execute()
  return { views: rows.map((row) => ({ ...row, id: String(row.id) })) }
}

/** Serves named views of lists. Members see and change their own, and those of their roles. */
export function registerViews(app: FastifyInstance, db: Db): void {
  officeRoute(app, officeCalls.listViews, ({ params: { page }, member }) => viewsOf(db, page, member))

  officeRoute(
    app,
    officeCalls.saveView,
    async ({ params: { page }, body: { name, address, role }, member }) => {
      requireImpersonal(address)
      if (role !== null && !member.roles.includes(role)) throw actionRefused('You don’t have that role.')
      await sql`insert into saved_views (page, name, address, member_id, role, made_by)
        values (${page}, ${name.trim()}, ${address}, ${role === null ? member.id : null}, ${role}, ${member.id})
        on conflict (page, member_id, role, lower(name))
        do update set address = excluded.address, made_by = excluded.made_by, made_at = now()`.execute(db)
      return viewsOf(db, page, member)
    },
  )

  officeRoute(app, officeCalls.removeView, async ({ params: { page, id }, member }) => {
    await db
      .deleteFrom('saved_views')
      .where('id', '=', BigInt(id))
      .where((is) => is.or([is('member_id', '=', member.id), is('role', 'in', [...member.roles])]))
      .execute()
    return viewsOf(db, page, member)
  })
}
