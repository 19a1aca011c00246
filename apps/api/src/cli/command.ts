import type { StaffAction } from '../lib/staff-action.ts'
import type { Tools } from './connect.ts'
import { CliError } from './error.ts'

/** What stood after the command's own words. */
export interface Given {
  readonly rest: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

export interface Command {
  /** The words that choose it. */
  readonly words: readonly string[]
  readonly usage: string
  readonly does: string
  /** @returns the exit code. */
  run(tools: Tools, given: Given, say: (line: string) => void): Promise<number>
}

/** The one argument that a command takes. @throws CliError when it is not there. */
export function argument({ rest }: Given, name: string): string {
  const [value] = rest
  if (value === undefined || rest.length > 1) throw new CliError(`Give one ${name}.`)
  return value
}

/** An id of the database. @throws CliError when it is none. */
export function idArgument(given: Given, name: string): bigint {
  const value = argument(given, name)
  if (!/^\d{1,18}$/.test(value)) throw new CliError(`${value} is not the id of a ${name}.`)
  return BigInt(value)
}

/** Who orders something and why. @throws CliError when it is not said. */
export function staffActionOf({ options }: Given): StaffAction {
  const [operator, reason] = [options['by']?.trim() ?? '', options['reason']?.trim() ?? '']
  if (operator.length < 2 || operator.length > 100) throw new CliError('Say who you are: --by NAME.')
  if (reason.length < 3 || reason.length > 500) throw new CliError('Say why: --reason TEXT.')
  return { staff: operator, reason }
}

/** A whole number among the options. @throws CliError when it is none. */
export function numberOption({ options }: Given, name: string): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  if (!/^\d{1,4}$/.test(value)) throw new CliError(`--${name} takes a whole number.`)
  return Number.parseInt(value, 10)
}

/** Rows under each other, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
