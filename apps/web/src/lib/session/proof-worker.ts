/**
 * A worker that solves one proof of work: it gets an ALTCHA challenge and answers with the solution that
 * `POST /auth/phone/start` takes, or with null when it found none. Its own thread, so that the page stays quick on
 * phones where this takes seconds.
 */
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** The window's types are loaded, and a worker's global is another: only what is used of it. */
interface WorkerScope {
  addEventListener(type: 'message', listener: (event: MessageEvent<Challenge>) => void): void
  postMessage(answer: string | null): void
}

/** Half of the challenge's ten minutes: by then something else is wrong. */
const LONGEST_MS = 300_000

const scope = self as unknown as WorkerScope

scope.addEventListener('message', ({ data: challenge }) => {
  solveChallenge({ challenge, deriveKey, timeout: LONGEST_MS }).then(
    (solution) => scope.postMessage(solution && btoa(JSON.stringify({ challenge, solution }))),
    () => scope.postMessage(null),
  )
})
