import { Command as Parser, CommanderError } from 'commander'
import { CliError, type AnyCommand, type Given } from './command.ts'

const NAME = 'npm run sesa --'
const SIGNATURE = "--by 'Ama Boateng' --reason 'Checked with the carrier'"

/** A command that runs an entry point of the product in this process. */
export interface ProcessCommand {
  readonly word: string
  readonly does: string
  start(): Promise<unknown>
}

export interface Handlers {
  runCommand(command: AnyCommand, given: Given, options: { readonly json: boolean }): Promise<void>
  writeOut(text: string): void
  writeErr(text: string): void
}

function parserAt(program: Parser, words: readonly string[]): Parser {
  return words.reduce(
    (parent, word) => parent.commands.find((child) => child.name() === word) ?? parent.command(word),
    program,
  )
}

function givenOf(parser: Parser): { given: Given; json: boolean } {
  // A command such as `jobs dead` has its own options and those of `jobs`, such as `--json`.
  const options = parser.optsWithGlobals<Record<string, string | true | undefined>>()
  const texts = Object.entries(options).map(
    ([name, value]) => [name, value === true ? 'yes' : value] as const,
  )
  return { given: { rest: parser.args, options: Object.fromEntries(texts) }, json: options['json'] === true }
}

function addCommand(program: Parser, command: AnyCommand, { runCommand }: Handlers): void {
  const { words, does, args = [], options = [], isSigned = false, example = '' } = command
  const parser = parserAt(program, words).description(does)
  for (const [syntax, meaning] of args) parser.argument(syntax, meaning)
  for (const [syntax, meaning] of options) parser.option(syntax, meaning)
  if (isSigned) {
    parser.option('--by <name>', 'your name, before there are members; afterwards use staff sign-in')
    parser.option('--reason <text>', 'the reason (required); recorded permanently')
  }
  // `call` prints JSON anyway, and reads it from the file of this option.
  if (!options.some(([syntax]) => syntax.startsWith('--json ')))
    parser.option('--json', 'print one JSON document instead of text')
  const sample = [NAME, ...words, example, isSigned ? SIGNATURE : ''].filter((part) => part !== '')
  parser.addHelpText('after', `\nExample:\n  ${sample.join(' ')}`)
  // Reported by the action: commander would only count a mistyped subcommand as one argument too many.
  parser.allowExcessArguments(args.length === 0)
  parser.action(async () => {
    const { given, json } = givenOf(parser)
    if (args.length === 0 && given.rest.length > 0) throw unexpected(parser, given.rest)
    await runCommand(command, given, { json })
  })
}

function unexpected(parser: Parser, rest: readonly string[]): CliError {
  const path = [parser.parent?.parent ? parser.parent.name() : '', parser.name()].join(' ').trim()
  return parser.commands.length > 0
    ? new CliError(`There’s no command ${path} ${rest.join(' ')}. See ${NAME} ${path} --help.`)
    : new CliError(`${path} takes no argument, but got ${rest.join(' ')}.`)
}

function usageOf({ words, args = [], isSigned = false }: AnyCommand): string {
  const values = args.map(([syntax]) => syntax)
  return [...words, ...values, ...(isSigned ? ['--by <name> --reason <text>'] : [])].join(' ')
}

function overview(commands: readonly AnyCommand[], processes: readonly ProcessCommand[]): string {
  const rows = [
    ...commands.map((command) => [usageOf(command), command.does] as const),
    ...processes.map(({ word, does }) => [word, does] as const),
  ]
  const width = Math.max(...rows.map(([usage]) => usage.length))
  return [
    '\nCommands:',
    ...rows.map(([usage, does]) => `  ${usage.padEnd(width)}  ${does}`),
    '',
    'Commands use the product running here (SESA_DATA_DIR, default .data), or DATABASE_URL and DATABASE_OWNER_URL.',
    'Every command has --help; those with output have --json. See docs/runbooks/.',
  ].join('\n')
}

/** Builds the command line's parser, which throws instead of ending the process. */
export function createProgram(
  commands: readonly AnyCommand[],
  processes: readonly ProcessCommand[],
  handlers: Handlers,
): Parser {
  const program = new Parser(NAME)
    .exitOverride()
    .configureOutput({ writeOut: handlers.writeOut, writeErr: handlers.writeErr })
    .showHelpAfterError('Add --help for usage.')
    .configureHelp({
      helpWidth: 120,
      // The overview below lists the subcommands as well.
      visibleCommands: (parser) => (parser.parent === null ? [] : [...parser.commands]),
    })
    .usage('<command>')
    .addHelpText('after', overview(commands, processes))
  for (const command of commands) addCommand(program, command, handlers)
  for (const { word, does, start } of processes) {
    program
      .command(word)
      .description(does)
      .addHelpText('after', `\nExample:\n  ${NAME} ${word}`)
      .action(async () => void (await start()))
  }
  return program
}

/** Returns the exit code of an error that commander has printed: 0 for `--help` and `help`, else 2. */
export function parserExitCode(error: unknown): 0 | 2 | undefined {
  if (!(error instanceof CommanderError)) return undefined
  return error.exitCode === 0 ? 0 : 2
}
