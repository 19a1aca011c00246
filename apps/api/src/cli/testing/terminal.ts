import { PATIENCE } from '@sesa/test-kit/patience'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { OfficeWorld, TestMember } from '../../testing/office-world.ts'
import { runCli } from '../run.ts'

/** A command line on a machine of its own, which keeps its session in a folder of its own. */
export interface Terminal {
  readonly folder: string
  /** Everything that was printed so far. */
  readonly output: readonly string[]
  run(...args: string[]): Promise<{ code: number | undefined; out: string; error: string }>
}

export async function openTerminal({ env }: Pick<OfficeWorld, 'env'>): Promise<Terminal> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sesa-terminal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const output: string[] = []
  return {
    folder,
    output,
    async run(...args) {
      let [out, error] = ['', '']
      const code = await runCli(args, {
        env: { ...env, SESA_DATA_DIR: folder },
        processes: [],
        writeOut: (text) => {
          output.push(text)
          out += text
        },
        writeErr: (text) => (error += text),
      })
      return { code, out, error }
    },
  }
}

/** Signs a terminal in as its member does: the link in the office, the code and the passkey. */
export async function signInAt({ run, output }: Terminal, { browser }: TestMember) {
  const running = run('staff', 'sign-in')
  const printed = await vi.waitFor(() => {
    const text = output.join('')
    const [, code, token] = /code (\d{6}):\n\S+#(\S+)/.exec(text) ?? []
    if (code === undefined || token === undefined) throw new Error(`No link yet: ${text}`)
    return { code, token }
  }, PATIENCE)
  await browser.post('/office/api/command-line/open', { token: printed.token })
  const confirmed = await browser.post('/office/api/command-line/confirm', printed)
  expect(confirmed.status).toBe(204)
  return running
}
