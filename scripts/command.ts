import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { ROOT } from './files.ts'

/** Finds the installed tools first, including the pinned Node. */
const PATH = [join(ROOT, 'node_modules/.bin'), process.env['PATH'] ?? ''].join(delimiter)

export interface Outcome {
  readonly passed: boolean
  /** The command's output; only standard error if the output was shown live. */
  readonly output: string
}

export interface CommandOptions {
  /** Shows the output live. */
  readonly show?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Runs an installed tool to its end in the repository's folder, without input. A tool that cannot start counts as
 * failed. Ctrl-C reaches the tool directly; SIGTERM is forwarded.
 */
export function command(
  line: readonly [string, ...string[]],
  options: CommandOptions = {},
): Promise<Outcome> {
  const [tool, ...args] = line
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: ROOT,
      env: { ...process.env, ...options.env, PATH },
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', 'pipe'],
    })
    const chunks: Buffer[] = []
    const keep = (chunk: Buffer): void => void chunks.push(chunk)
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
    if (options.show) child.stderr?.pipe(process.stderr, { end: false })
    const passOn = (): void => void child.kill('SIGTERM')
    process.once('SIGTERM', passOn)
    const end = (passed: boolean, problem = ''): void => {
      process.off('SIGTERM', passOn)
      resolve({ passed, output: Buffer.concat(chunks).toString() + problem })
    }
    child.on('error', (error) => end(false, `${tool} cannot start: ${error.message}\n`))
    child.on('close', (code) => end(code === 0))
  })
}
