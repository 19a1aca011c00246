import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import type { Member, ProvenRequest } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { readAssertion } from '../../customers/index.ts'
import type { StaffPasskeys } from './passkeys.ts'

/** Returns the challenge that a passkey answered; undefined when the answer is unreadable. */
function challengeOf(clientData: string): Buffer | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8')) as {
      challenge?: unknown
    }
    return typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : undefined
  } catch {
    return undefined
  }
}

/** Creates proofs: a passkey's fresh answer to one request, bound to it by the challenge, and stored with its signature. */
export function createProofs({ db, passkeys }: { readonly db: Db; readonly passkeys: StaffPasskeys }) {
  /** Requests a proof. Throws Refused `not_found` when there is no such request to decide. */
  const ask = ({ id: member }: Member, { call, hash, approval }: ProvenRequest): Promise<Buffer> =>
    inTransaction(db, 'staff.ask_for_proof', async (tx) => {
      await sql`delete from staff_proofs where answered_at is null and expires_at < now()`.execute(tx)
      const { rows } = await sql<{ challenge: Buffer }>`
        insert into staff_proofs (member_id, call, request_hash, approval_id, payload_hash)
        select ${member}, ${call}, ${hash}, a.id, a.payload_hash
        from (select ${approval}::uuid as wanted) w left join approvals a on a.id = w.wanted
        where w.wanted is null or a.id is not null
        returning challenge`.execute(tx)
      if (rows[0] === undefined) throw new Refused('not_found')
      return rows[0].challenge
    })

  /** Returns the proof that awaits an answer to this request; undefined when it belongs to another request or has expired. */
  async function waiting(member: Member, asked: ProvenRequest, challenge: Buffer) {
    const { rows } = await sql<{ id: string }>`
      select id from staff_proofs where challenge = ${challenge} and member_id = ${member.id} and call = ${asked.call}
        and request_hash = ${asked.hash} and approval_id is not distinct from ${asked.approval}::uuid
        and answered_at is null and expires_at > now()`.execute(db)
    return rows[0]?.id
  }

  return {
    async prove(member: Member, asked: ProvenRequest, given: unknown): Promise<string> {
      const answer = given === null ? null : readAssertion(given)
      const challenge = answer === null ? undefined : challengeOf(answer.response.clientDataJSON)
      const proof = challenge && (await waiting(member, asked, challenge))
      if (answer === null || challenge === undefined || proof === undefined) {
        const options = await passkeys.optionsFor(member.id, await ask(member, asked))
        throw new Refused('step_up_required', { details: { options } })
      }
      const used = await passkeys.verifyProof(member.id, answer, challenge)
      await inTransaction(db, 'staff.answer_proof', async (tx) => {
        const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
        const { clientDataJSON, authenticatorData, signature } = answer.response
        const { rows } = await sql<{ stored: boolean }>`select answer_staff_proof(${proof}, ${answer.id},
          ${bytes(clientDataJSON)}, ${bytes(authenticatorData)}, ${bytes(signature)}) as stored`.execute(tx)
        if (rows[0]?.stored !== true) throw new Refused('passkey_refused')
        await passkeys.countUse(tx, used)
      })
      return proof
    },
  }
}
