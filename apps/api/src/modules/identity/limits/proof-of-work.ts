import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey as derive } from 'altcha-lib/algorithms/pbkdf2'
import { createHash, createHmac, randomInt } from 'node:crypto'
import * as v from 'valibot'
import { deriveKey } from '../../../lib/secrets.ts'

/**
 * How much work: the browser derives a key of `cost` rounds a few hundred times, half a second on a laptop and a few on
 * a cheap phone. One text message is worth more than that to nobody who sends thousands.
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
  /** A challenge for a code to this number, until `expiresAt`: what `proof_required` carries. */
  challenge(phoneNumber: string, expiresAt: Date): Promise<Record<string, unknown>>
  /** The digest by which a proof is spent; null unless it is one for this number, signed by us, in time and right. */
  check(phoneNumber: string, proof: string): Promise<Buffer | null>
}

/** Proofs of work by ALTCHA: asked of browsers instead of people, and bound to the number they were asked for. */
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
        // What is no proof is as good as none.
        return null
      }
    },
  }
}
