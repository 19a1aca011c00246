import { parseArgs } from 'node:util'
import { ActionRefused } from '../lib/staff-action.ts'
import { accountCommands } from '../cli/accounts.ts'
import { bookCommands } from '../cli/books.ts'
import { connect, type Tools } from '../cli/connect.ts'
import { holdCommands } from '../cli/holds.ts'
import { doctorCommand } from '../cli/doctor.ts'
import { jobCommands } from '../cli/jobs.ts'
import { messageCommands } from '../cli/messages.ts'
import { secretCommands } from '../cli/secret.ts'
import { railCommands } from '../cli/rails.ts'
import { transferCommands } from '../cli/transfer.ts'
import type { Command, Given } from '../cli/command.ts'
import { CliError } from '../cli/error.ts'
import { ConfigError } from '../config/provider-settings.ts'

const COMMANDS: readonly Command[] = [
  ...bookCommands,
  ...holdCommands,
  ...transferCommands,
  ...jobCommands,
  ...railCommands,
  ...messageCommands,
  ...accountCommands,
  ...secretCommands,
  doctorCommand,
]

function help(): string {
  const width = Math.max(...COMMANDS.map(({ usage }) => usage.length))
  return [
    'npm run sesa -- <command>',
    '',
    ...COMMANDS.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`),
    '',
    'It works on the product that runs here (SESA_DATA_DIR, default .data), or on DATABASE_URL and DATABASE_OWNER_URL.',
    'What changes something wants --by NAME and --reason TEXT, which are kept for ever. See docs/runbooks/.',
    '',
  ].join('\n')
}

function read(argv: readonly string[]): { command: Command; given: Given } | undefined {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      by: { type: 'string' },
      reason: { type: 'string' },
      amount: { type: 'string' },
      days: { type: 'string' },
      'settle-minutes': { type: 'string' },
      words: { type: 'string' },
      state: { type: 'string' },
    },
  })
  const command = COMMANDS.find(({ words }) => words.every((word, index) => positionals[index] === word))
  if (command === undefined) return undefined
  const rest = positionals.slice(command.words.length)
  return { command, given: { rest, options: values } }
}

/** Runs one command and gives back the exit code: 0 well, 1 something to look at or refused, 2 not understood. */
async function main(argv: readonly string[]): Promise<number> {
  let tools: Tools | undefined
  try {
    const asked = read(argv)
    if (asked === undefined) {
      process.stdout.write(help())
      return argv.length === 0 || argv[0] === 'help' ? 0 : 2
    }
    tools = await connect(process.env)
    return await asked.command.run(tools, asked.given, (line) => process.stdout.write(`${line}\n`))
  } catch (error) {
    const expected =
      error instanceof CliError || error instanceof ActionRefused || error instanceof ConfigError
    process.stderr.write(
      `${expected || !(error instanceof Error) ? String(error).replace(/^\w*: /, '') : (error.stack ?? '')}\n`,
    )
    return error instanceof CliError ? 2 : 1
  } finally {
    await tools?.close()
  }
}

process.exitCode = await main(process.argv.slice(2))
