import { describe, expect, it } from 'vitest'
import { CliError, type AnyCommand, type Given } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createProgram, parserExitCode } from './program.ts'

interface Attempt {
  readonly ran: { command: AnyCommand; given: Given; json: boolean }[]
  readonly out: string
  readonly error: string
  readonly thrown: unknown
}

async function attempt(...argv: readonly string[]): Promise<Attempt> {
  const ran: { command: AnyCommand; given: Given; json: boolean }[] = []
  let [out, error] = ['', '']
  const started: string[] = []
  const processes = ['serve', 'work', 'migrate'].map((word) => ({
    word,
    does: `run ${word}`,
    start: () => Promise.resolve(started.push(word)),
  }))
  const program = createProgram(COMMANDS, processes, {
    runCommand: (command, given, { json }) => Promise.resolve(void ran.push({ command, given, json })),
    writeOut: (text) => (out += text),
    writeErr: (text) => (error += text),
  })
  const thrown: unknown = await program.parseAsync([...argv], { from: 'user' }).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { ran, out: out + started.join(), error, thrown }
}

describe('the parser of sesa', () => {
  it.each(COMMANDS.map((command) => [command.words.join(' '), command] as const))(
    'explains %s with its arguments, options and an example',
    async (name, { words, does, args = [], options = [], isSigned = false }) => {
      const { out, thrown, ran } = await attempt(...words, '--help')
      expect([parserExitCode(thrown), ran]).toEqual([0, []])
      const text = out.replace(/\s+/g, ' ')
      expect(text).toContain(`Usage: npm run sesa -- ${name}`)
      expect(text).toContain(does)
      for (const [syntax, meaning] of [...args, ...options]) {
        expect(text).toContain(/--[\w-]+|\w+/.exec(syntax)?.[0])
        expect(text).toContain(meaning)
      }
      expect(text).toContain('--json')
      expect(text.includes('--by <name>')).toBe(isSigned)
      expect(out).toContain(`Example:\n  npm run sesa -- ${name}`)
    },
  )

  it.each(COMMANDS.map(({ words }) => [words.join(' '), words] as const))(
    'refuses an unknown flag of %s',
    async (_name, words) => {
      const { error, thrown, ran } = await attempt(...words, '--nonsense')
      expect([parserExitCode(thrown), ran]).toEqual([2, []])
      expect(error).toContain("unknown option '--nonsense'")
      expect(error).toContain('--help')
    },
  )

  it.each([
    ['nonsense', "unknown command 'nonsense'"],
    ['transfer nonsense', "unknown command 'nonsense'"],
    ['holds release S-0A1B2C3D', "unknown command 'holds'"],
    ['transfer show', "missing required argument 'id'"],
    ['invariants --by Ama', "unknown option '--by'"],
    ['jobs retry 42 --reason', "option '--reason <text>' argument missing"],
    ['call showTransfer --json', "option '--json <file>' argument missing"],
    ['transfer show S-0A1B2C3D S-0A1B2C3E', 'too many arguments'],
    ['serve now', 'too many arguments'],
  ])('refuses %s', async (line, words) => {
    const { error, thrown, ran } = await attempt(...line.split(' '))
    expect([parserExitCode(thrown), ran]).toEqual([2, []])
    expect(error).toContain(words)
  })

  it.each([
    ['jobs everywhere', 'There’s no command jobs everywhere'],
    ['backup everything', 'There’s no command backup everything'],
    ['secret renew me', 'secret renew takes no argument'],
  ])('refuses %s where no argument is taken', async (line, words) => {
    const { thrown, ran } = await attempt(...line.split(' '))
    expect(ran).toEqual([])
    expect(thrown).toBeInstanceOf(CliError)
    expect(String(thrown)).toContain(words)
  })

  it('passes arguments and options on, wherever the options are', async () => {
    const { ran } = await attempt('jobs', 'retry', '--by', 'Ama', '17', '--json')
    expect(ran).toMatchObject([{ given: { rest: ['17'], options: { by: 'Ama' } }, json: true }])
    const reconciled = await attempt('reconcile', '--settle-minutes', '0')
    expect(reconciled.ran).toMatchObject([{ given: { options: { settleMinutes: '0' } }, json: false }])
    const called = await attempt('call', 'showTransfer', '--json', 'transfer.json')
    expect(called.ran).toMatchObject([
      { given: { rest: ['showTransfer'], options: { json: 'transfer.json' } }, json: false },
    ])
  })

  it('starts a process of the product', async () => {
    expect(await attempt('migrate')).toMatchObject({ out: 'migrate', ran: [] })
    expect((await attempt('work', '--help')).out).toContain('Example:\n  npm run sesa -- work')
  })
})

it('prints JSON for a command below another one', async () => {
  const { ran } = await attempt('jobs', 'dead', '--json')
  expect(ran.map(({ command, json }) => [command.words.join(' '), json])).toEqual([['jobs dead', true]])
})
