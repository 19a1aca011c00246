import { solveChallenge, type Challenge, type Solution } from 'altcha-lib'
import { pbkdf2Sync } from 'node:crypto'
import type { Answer } from '../../../../testing/identity-app.ts'

/** Returns the challenge from a refusal that requires proof of work. */
export function challengeIn({ body }: Answer): Challenge {
  return (body['error'] as { details: { challenge: Challenge } }).details.challenge
}

/** Solves a challenge without a thread switch for each of the hundreds of tries. */
export async function solve(challenge: Challenge): Promise<Solution> {
  const solution = await solveChallenge({
    challenge,
    // No challenge needs fewer tries.
    counterStart: 200,
    deriveKey: ({ cost, keyLength }, salt, password) =>
      Promise.resolve({
        parameters: {},
        derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
      }),
  })
  if (!solution) throw new Error('No solution')
  return solution
}

/** Returns the proof of work in the form of the call. */
export const proofOf = (challenge: Partial<Challenge>, solution: Solution): string =>
  Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
