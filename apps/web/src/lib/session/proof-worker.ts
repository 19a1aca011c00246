/**
 * Solves one proof of work: receives an ALTCHA challenge and answers with the solution for `POST /auth/phone/start`, or
 * with null if it found none. Runs in its own thread, so that the page stays responsive on phones where this takes
 * seconds.
 */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The used parts of a worker's global, since the compiler loads the window's types instead. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<Challenge>) => void): void
  postMessage(answer: string | null): void
}

/** Half of the challenge's ten minutes: a longer run means that something else is wrong. */
const LONGEST_MS = 300_000

const scope = self as unknown as WorkerScope

scope.addEventListener('message', ({ data: challenge }) => {
  solveChallenge({ challenge, deriveKey, timeout: LONGEST_MS }).then(
    (solution) => scope.postMessage(solution && btoa(JSON.stringify({ challenge, solution }))),
    () => scope.postMessage(null),
  )
})
