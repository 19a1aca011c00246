import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { officeRoute, type Member } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendAudit, appendRead } from '../../record/index.ts'

/** The customer that a note is about, and the transfer if it is about one. */
interface Subject {
  readonly userId: string
  readonly transferId: string | null
  /** The customer’s id or the transfer’s reference, as named in the audit log. */
  readonly name: string
}

async function customerSubject(db: Db, id: string): Promise<Subject> {
  const row = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { userId: id, transferId: null, name: id }
}

async function transferSubject(db: Db, reference: string): Promise<Subject> {
  const row = await db
    .selectFrom('transfers')
    .select(['id', 'user_id'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row === undefined) throw new Refused('not_found')
  return { userId: row.user_id, transferId: row.id, name: reference }
}

const notesOf = (db: Db | Tx, userId: string) =>
  db
    .selectFrom('staff_notes as n')
    .innerJoin('staff_members as s', 's.id', 'n.member_id')
    .leftJoin('transfers as t', 't.id', 'n.transfer_id')
    .select(['n.id', 's.name as author', 'n.at', 'n.body as text', 't.reference'])
    .where('n.user_id', '=', userId)
    .orderBy('n.id', 'desc')

/** Returns a customer's notes, or those on one of their transfers, newest first. */
async function listNotes(db: Db, { userId, transferId }: Subject) {
  const all = notesOf(db, userId)
  const rows = await (transferId === null ? all : all.where('n.transfer_id', '=', transferId)).execute()
  return { notes: rows.map(({ id, at, ...note }) => ({ ...note, id: String(id), at: at.toISOString() })) }
}

async function addNote(db: Db, subject: Subject, member: Member, text: string): Promise<void> {
  await inTransaction(db, 'office.add_note', async (tx) => {
    await tx
      .insertInto('staff_notes')
      .values({ user_id: subject.userId, transfer_id: subject.transferId, member_id: member.id, body: text })
      .execute()
    await appendAudit(tx, { member: member.id, action: 'note.added', subject: subject.name })
  })
}

/** Serves staff notes on customers and transfers. Reading them is recorded in the audit log. */
export function registerNotes(app: FastifyInstance, db: Db): void {
  const read = async (subject: Subject, member: Member) => {
    const notes = await listNotes(db, subject)
    await appendRead(db, { member: member.id, action: 'notes.read', subject: subject.name })
    return notes
  }
  const add = async (subject: Subject, member: Member, text: string) => {
    await addNote(db, subject, member, text)
    return listNotes(db, subject)
  }
  officeRoute(app, officeCalls.listCustomerNotes, async ({ params: { id }, member }) =>
    read(await customerSubject(db, id), member),
  )
  officeRoute(app, officeCalls.addCustomerNote, async ({ params: { id }, body, member }) =>
    add(await customerSubject(db, id), member, body.text),
  )
  officeRoute(app, officeCalls.listTransferNotes, async ({ params: { reference }, member }) =>
    read(await transferSubject(db, reference), member),
  )
  officeRoute(app, officeCalls.addTransferNote, async ({ params: { reference }, body, member }) =>
    add(await transferSubject(db, reference), member, body.text),
  )
}

/** Returns the staff notes on a customer, for a copy of their data. Leaves out the authors, since they are other people. */
export async function exportNotes(db: Db, userId: string) {
  const rows = await notesOf(db, userId).execute()
  return rows.map(({ at, text, reference }) => ({ at: at.toISOString(), text, reference }))
}

/** Deletes the notes on a customer when the account is erased. */
export async function forgetNotes(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('staff_notes').where('user_id', '=', userId).execute()
}
