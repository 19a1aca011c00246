import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { Member } from '../../../http/office/route.ts'
import { createLinkToken, hashLinkToken } from '../../../lib/link-token.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendAudit } from '../../record/index.ts'
import { openSession } from './sessions.ts'
import { COMMAND_LINE_MINUTES, WRONG_CODES } from './settings.ts'

const codeHash = (token: string, code: string): Buffer =>
  createHash('sha256').update(`${token}:${code}`).digest()

/** The data that a command line shows to its member, and its secret session token. */
export interface CommandLineSignIn {
  readonly link: string
  readonly code: string
  readonly session: string
  readonly expiresAt: Date
}

/** Starts the sign-in of a command line: its member opens the token in the office and types the code there. */
export function startCommandLine(db: Db, machine: string): Promise<CommandLineSignIn> {
  const [link, session] = [createLinkToken(), createLinkToken()]
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  return inTransaction(db, 'staff.start_command_line', async (tx) => {
    await tx
      .deleteFrom('staff_command_lines')
      .where(sql<boolean>`expires_at < now()`)
      .execute()
    const { expires_at: expiresAt } = await tx
      .insertInto('staff_command_lines')
      .values({
        token_hash: link.hash,
        code_hash: codeHash(link.token, code),
        session_hash: session.hash,
        machine: machine.slice(0, 200),
        expires_at: sql<Date>`now() + make_interval(mins => ${COMMAND_LINE_MINUTES}::int)`,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow()
    return { link: link.token, code, session: session.token, expiresAt }
  })
}

const waiting = (db: Db, token: string) =>
  db
    .selectFrom('staff_command_lines')
    .selectAll()
    .where('token_hash', '=', hashLinkToken(token))
    .where(sql<boolean>`expires_at > now()`)
    .where('wrong_codes', '<', WRONG_CODES)
    .executeTakeFirstOrThrow(() => new Refused('link_expired'))

/** Creates the office's part of signing a command line in. */
export function createCommandLines(db: Db) {
  return {
    /** Returns the machine of a waiting command line. Throws Refused `link_expired`. */
    async open(token: string) {
      const { machine, started_at: startedAt } = await waiting(db, token)
      return { machine, startedAt: startedAt.toISOString() }
    },

    /** Signs a command line in. Throws Refused `link_expired` or `code_wrong`. */
    async confirm(member: Member, { token, code }: { token: string; code: string }) {
      const row = await waiting(db, token)
      if (!row.code_hash.equals(codeHash(token, code))) {
        await inTransaction(db, 'staff.count_wrong_code', async (tx) => {
          await tx
            .updateTable('staff_command_lines')
            .set((eb) => ({ wrong_codes: eb('wrong_codes', '+', 1) }))
            .where('token_hash', '=', row.token_hash)
            .execute()
        })
        throw new Refused('code_wrong')
      }
      await inTransaction(db, 'staff.confirm_command_line', async (tx) => {
        const taken = await tx
          .deleteFrom('staff_command_lines')
          .where('token_hash', '=', row.token_hash)
          .where('wrong_codes', '<', WRONG_CODES)
          .returning('session_hash')
          .executeTakeFirst()
        if (taken === undefined) throw new Refused('link_expired')
        await openSession(tx, member.id, { kind: 'command_line', tokenHash: taken.session_hash })
        await appendAudit(tx, {
          member: member.id,
          action: 'staff.command_line_signed_in',
          subject: member.id,
          words: { machine: row.machine },
        })
      })
    },
  }
}
