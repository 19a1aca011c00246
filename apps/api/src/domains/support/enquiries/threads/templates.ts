import { unknownIn, type EnquiryTopic } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../../db/index.ts'
import { officeRoute } from '../../../../http/office/route.ts'
import { actionRefused, Refused } from '../../../../lib/refused.ts'
import { appendAudit } from '../../../record/index.ts'

interface NewTemplate {
  readonly topic: EnquiryTopic
  readonly title: string
  readonly text: string
}

/** Returns the templates in use, by topic and title. */
async function listTemplates(db: Db) {
  const rows = await db
    .selectFrom('answer_templates as t')
    .leftJoin('staff_members as s', 's.id', 't.created_by')
    .select(['t.id', 't.topic', 't.title', 't.body as text', 's.name as author', 't.created_at as at'])
    .where('t.retired_at', 'is', null)
    .orderBy('t.topic')
    .orderBy('t.title')
    .execute()
  return { templates: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}

/** Stores a template and retires one of the same topic and title. Throws Refused for an unknown placeholder. */
async function saveTemplate(db: Db, { topic, title, text }: NewTemplate, memberId: string): Promise<void> {
  const unknown = unknownIn(text)
  if (unknown !== undefined)
    throw new Refused('invalid_field', {
      field: 'text',
      message: `${unknown} isn’t a placeholder. Use {number}, {reference} or {answer_by}.`,
    })
  await inTransaction(db, 'enquiries.save_template', async (tx) => {
    // Serialises members who save the same title: only one template per title may be in use.
    await sql`select pg_advisory_xact_lock(hashtext('enquiries.template'), hashtext(${topic} || lower(${title})))`.execute(
      tx,
    )
    const before = await tx
      .updateTable('answer_templates')
      .set({ retired_by: memberId, retired_at: sql<Date>`now()` })
      .where('topic', '=', topic)
      .where(sql`lower(title)`, '=', sql`lower(${title})`)
      .where('retired_at', 'is', null)
      .returning(['topic', 'title', 'body as text'])
      .executeTakeFirst()
    await tx
      .insertInto('answer_templates')
      .values({ topic, title, body: text, created_by: memberId })
      .execute()
    const change = { ...(before && { before }), after: { topic, title, text } }
    await appendAudit(tx, { member: memberId, action: 'template.saved', subject: title, change })
  })
}

/** Retires a template. @throws Refused when it is already retired, or does not exist. */
async function retireTemplate(
  db: Db,
  id: string,
  { memberId, reason }: { readonly memberId: string; readonly reason: string },
): Promise<void> {
  await inTransaction(db, 'enquiries.retire_template', async (tx) => {
    const row = await tx
      .updateTable('answer_templates')
      .set({ retired_by: memberId, retired_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('retired_at', 'is', null)
      .returning(['topic', 'title', 'body as text'])
      .executeTakeFirst()
    if (row === undefined) throw actionRefused('This template is retired.')
    const entry = { subject: row.title, change: { before: row }, words: { reason } }
    await appendAudit(tx, { member: memberId, action: 'template.retired', ...entry })
  })
}

/** Serves the answer templates to the office. */
export function registerTemplates(app: FastifyInstance, db: Db): void {
  officeRoute(app, officeCalls.listTemplates, () => listTemplates(db))
  officeRoute(app, officeCalls.saveTemplate, async ({ body, member }) => {
    await saveTemplate(db, body, member.id)
    return listTemplates(db)
  })
  officeRoute(app, officeCalls.retireTemplate, async ({ params: { id }, body, member }) => {
    await retireTemplate(db, id, { memberId: member.id, reason: body.reason })
    return listTemplates(db)
  })
}
