import { ConfigError } from '../config/setting.ts'
import { waitPatiently } from '../db/patience.ts'
import { Refused } from '../lib/refused.ts'
import { actingAs } from '../lib/acting-member.ts'
import { CliError, type AnyCommand, type Command, type Given, type Outcome, type Say } from './command.ts'
import { COMMANDS } from './commands.ts'
import { connect } from './connect.ts'
import { identify } from './identity.ts'
import { createProgram, parserExitCode, type ProcessCommand } from './program.ts'

export interface CliSurroundings {
  readonly env: NodeJS.ProcessEnv
  /** Commands that run an entry point of the product, such as `serve`. */
  readonly processes: readonly ProcessCommand[]
  writeOut(text: string): void
  writeErr(text: string): void
}

const asJson = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** Returns the exit code of a failure: 1 when refused or broken, 2 when the command line was not understood. */
function report(error: unknown, writeErr: (text: string) => void): number {
  const parserCode = parserExitCode(error)
  if (parserCode !== undefined) return parserCode
  const isExpected = error instanceof CliError || error instanceof ConfigError
  const text =
    error instanceof Refused
      ? `${error.code}: ${error.message}`
      : isExpected || !(error instanceof Error)
        ? String(error).replace(/^\w*: /, '')
        : (error.stack ?? '')
  writeErr(`${text}\n`)
  return error instanceof CliError ? 2 : 1
}

/** Runs a command on the product's database; `explain` says what it waits for. */
async function online(
  env: NodeJS.ProcessEnv,
  command: Command,
  given: Given,
  { say, explain }: { readonly say: Say; readonly explain: Say },
): Promise<Outcome> {
  const tools = await connect(env, explain)
  try {
    const identified = await identify(tools, command, given)
    const run = () => command.run(tools, identified, say)
    return await (identified.member === undefined ? run() : actingAs(identified.member.id, run))
  } finally {
    await tools.close()
  }
}

/**
 * Runs one command line of staff and returns its exit code: 0, 1 when refused or broken, 2 when not understood. Undefined
 * for a process command, which sets its own.
 */
export async function runCli(
  argv: readonly string[],
  { env, processes, writeOut, writeErr }: CliSurroundings,
): Promise<number | undefined> {
  let code: number | undefined
  const runCommand = async (
    command: AnyCommand,
    given: Given,
    { json }: { readonly json: boolean },
  ): Promise<void> => {
    const say = json ? () => undefined : (line: string) => writeOut(`${line}\n`)
    const explain = (line: string): void => writeErr(`${line}\n`)
    const outcome =
      'runOffline' in command
        ? await command.runOffline(env, given, say)
        : await waitPatiently(() => online(env, command, given, { say, explain }))
    if (json) writeOut(`${JSON.stringify(outcome.json, asJson, 2)}\n`)
    code = outcome.code
  }
  const program = createProgram(COMMANDS, processes, { runCommand, writeOut, writeErr })
  try {
    await program.parseAsync(argv.length === 0 ? ['help'] : [...argv], { from: 'user' })
  } catch (error) {
    code = report(error, writeErr)
  }
  return code
}
