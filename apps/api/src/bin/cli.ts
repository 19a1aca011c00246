import { ActionRefused } from '../lib/staff-action.ts'
import { connect } from '../cli/connect.ts'
import { CliError, type Command, type Given } from '../cli/command.ts'
import { COMMANDS } from '../cli/commands.ts'
import { createProgram, parserExitCode, type ProcessCommand } from '../cli/program.ts'
import { ConfigError } from '../config/provider-settings.ts'

const PROCESSES: readonly ProcessCommand[] = [
  { word: 'serve', does: 'run the web server', start: () => import('./serve.ts') },
  { word: 'work', does: 'run the worker', start: () => import('./work.ts') },
  { word: 'migrate', does: 'bring the database schema up to date', start: () => import('./migrate.ts') },
]

const asJson = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

async function runCommand(command: Command, given: Given, { json }: { json: boolean }): Promise<void> {
  const tools = await connect(process.env)
  const print = (line: string): void => void process.stdout.write(`${line}\n`)
  try {
    const outcome = await command.run(tools, given, json ? () => undefined : print)
    if (json) print(JSON.stringify(outcome.json, asJson, 2))
    process.exitCode = outcome.code
  } finally {
    await tools.close()
  }
}

/** Returns the exit code of a failure: 1 when refused or broken, 2 when the command line was not understood. */
function report(error: unknown): number {
  const parserCode = parserExitCode(error)
  if (parserCode !== undefined) return parserCode
  const isExpected =
    error instanceof CliError || error instanceof ActionRefused || error instanceof ConfigError
  const text =
    isExpected || !(error instanceof Error) ? String(error).replace(/^\w*: /, '') : (error.stack ?? '')
  process.stderr.write(`${text}\n`)
  return error instanceof CliError ? 2 : 1
}

const program = createProgram(COMMANDS, PROCESSES, {
  runCommand,
  writeOut: (text) => void process.stdout.write(text),
  writeErr: (text) => void process.stderr.write(text),
})
const argv = process.argv.slice(2)
try {
  await program.parseAsync(argv.length === 0 ? ['help'] : argv, { from: 'user' })
} catch (error) {
  process.exitCode = report(error)
}
