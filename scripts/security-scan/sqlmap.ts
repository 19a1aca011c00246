import { join } from 'node:path'
import { run, type ScanResult, type Target } from './tools.ts'

interface Attack {
  readonly path: string
  readonly body?: object
}

/** Every kind of text that gets near SQL: for a search, a comparison or storage. */
const ATTACKS: readonly Attack[] = [
  { path: '/user/transactions?search=ama&status=sent&limit=5' },
  { path: '/countries?name=liberia' },
  { path: '/user/activity?cursor=9' },
  { path: '/auth/email/sign-in', body: { email: 'ama@example.com', password: 'plantain harbour 58' } },
  {
    path: '/auth/phone/verify',
    body: { verificationId: '0193d2a0-7c1e-4f6a-9d1e-2b6a7c8d9e0f', code: '123456' },
  },
  { path: '/contact', body: { name: 'Ama', email: 'ama@example.com', message: 'Please call me.' } },
]
const MOST_SECONDS_EACH = 45

/** Tries to inject SQL into each parameter of the calls. */
export async function sqlmap({ base, token, folder }: Target): Promise<ScanResult> {
  const results: { findings: string[]; parameters: number; cut: boolean }[] = []
  let [all, line] = [0, '']
  for (const [nth, { path, body }] of ATTACKS.entries()) {
    const what = body ? ['--data', JSON.stringify(body), '-H', 'content-type: application/json'] : []
    const how = ['--batch', '--level', '1', '--risk', '1', '--dbms', 'PostgreSQL', '--time-sec', '3']
    const calm = ['--threads', '1', '--timeout', '10', '--retries', '0', '--ignore-code', '401']
    const args = ['-u', base + path, ...what, ...how, ...calm]
    const own = ['-H', `authorization: Bearer ${token}`, '--output-dir', join(folder, `sqlmap-${nth}`)]
    // Each call gets its own run, so that a refusal of one does not distort the next.
    const { output, seconds, cut } = await run(
      'sqlmap',
      [...args, ...own, '--flush-session'],
      MOST_SECONDS_EACH,
    )
    all += seconds
    line ||= `sqlmap ${args.join(' ')}`
    const injectable = output.match(/^Parameter: .*$/gm) ?? []
    const parameters = new Set(output.match(/testing for SQL injection on .*$/gm)).size
    if (parameters === 0 && !cut) throw new Error(`sqlmap tried nothing at ${path}:\n${output.slice(-2_000)}`)
    results.push({
      findings: injectable.map((found) => `SQL injection at ${path}: ${found}`),
      parameters,
      cut,
    })
  }
  const parameters = results.reduce((sum, each) => sum + each.parameters, 0)
  const cut = results.filter((each) => each.cut).length
  return {
    tool: 'sqlmap',
    line: `${line} (and ${ATTACKS.length - 1} more calls like it)`,
    seconds: all,
    looked: `${parameters} parameters of ${ATTACKS.length} calls, ${cut} calls cut after ${MOST_SECONDS_EACH} s`,
    findings: results.flatMap(({ findings }) => findings),
  }
}
