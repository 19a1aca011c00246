// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { refusal, scriptServer } from './office.tsx'
import { idOf, sampleInbox, sampleMe, sampleWork } from './samples.ts'

it.each([
  ['POST /office/api/sign-out', [204], undefined],
  ['GET /office/api/me', [200, sampleMe()], undefined],
  ['GET /office/api/me', refusal(401, 'unauthenticated'), undefined],
  ['GET /office/api/me', [201, sampleMe()], /answers 200, not 201/],
  ['GET /office/api/me', [200], /cannot answer/],
  ['GET /office/api/me', refusal(409, 'approval_closed'), /cannot answer approval_closed/],
  ['GET /office/api/me', refusal(500, 'unauthenticated'), /answers 401, not 500/],
  ['GET /office/api/inbox', [200, { ...sampleInbox([sampleWork()]), more: 1 }], /does not know/],
  ['GET /office/api/inbox', [200, sampleInbox([sampleWork(1, { since: 'now' })])], /since/],
  [`GET /office/api/customers/${idOf(1)}/money`, [200, {}], /no call of the contract/],
] as const)('of answers to %s takes only what the server can give: %j', (call, answer, problem) => {
  const script = () => scriptServer({ [call]: answer })
  if (problem) expect(script).toThrow(problem)
  else expect(script).not.toThrow()
})
