import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2'
import { createHash, createHmac, randomInt } from 'node:crypto'
import * as v from 'valibot'
import { deriveKey } from '../../../../lib/secrets.ts'

/**
 * The work: the browser derives a key of `cost` rounds a few hundred times, which takes half a second on a laptop and a few
 * seconds on a cheap phone. For an attacker who sends thousands of texts, that costs more than a text is worth.
 */
const WORK = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, leastTries: 200, mostTries: 1_000 } as const

const payloadSchema = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal(WORK.algorithm),
      nonce: v.string(),
      salt: v.string(),
      cost: v.literal(WORK.cost),
      keyLength: v.number(),
      keyPrefix: v.string(),
      data: v.object({ number: v.string() }),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

export interface ProofOfWork {
  /** Returns a challenge for a code to this number, valid until `expiresAt`; `proof_required` carries it. */
  challenge(phoneNumber: string, expiresAt: Date): Promise<Record<string, unknown>>
  /**
   * Returns the digest that marks the proof of work as spent; null unless it is correct, in time, for this number and signed
   * by us.
   */
  check(phoneNumber: string, proof: string): Promise<Buffer | null>
}

/** Creates proof of work by ALTCHA, done by browsers instead of people, and bound to its number. */
export function createProofOfWork(secret: Buffer): ProofOfWork {
  const key = deriveKey(secret, 'proofs-of-work')
  const secrets = {
    hmacSignatureSecret: key.toString('hex'),
    hmacKeySignatureSecret: deriveKey(secret, 'proofs-of-work-keys').toString('hex'),
  }
  const mark = (phoneNumber: string): string => createHmac('sha256', key).update(phoneNumber).digest('hex')

  return {
    async challenge(phoneNumber, expiresAt) {
      const challenge = await createChallenge({
        ...secrets,
        algorithm: WORK.algorithm,
        cost: WORK.cost,
        counter: randomInt(WORK.leastTries, WORK.mostTries),
        deriveKey: derive,
        expiresAt,
        data: { number: mark(phoneNumber) },
      })
      return { ...challenge }
    },
    async check(phoneNumber, proof) {
      try {
        const text = Buffer.from(proof, 'base64').toString('utf8')
        const { challenge, solution } = v.parse(payloadSchema, JSON.parse(text))
        const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey: derive })
        if (!verified || challenge.parameters.data.number !== mark(phoneNumber)) return null
        return createHash('sha256').update(challenge.signature).digest()
      } catch {
        // An unreadable proof of work counts as none.
        return null
      }
    },
  }
}
