import { isVisible } from '@sesa/contract'
import type { Permission } from '@sesa/contract/office'
import type { ApprovedAction, StaffAction } from '../lib/staff-action.ts'
import type { Product } from '../compose/product.ts'
import type { Db } from '../db/index.ts'
import type { Member } from '../http/office/route.ts'

/** A command line that cannot be carried out; the message says what to write instead. */
export class CliError extends Error {}

/** The connections and settings that a command uses. */
export interface Tools {
  /** The environment of the command itself. */
  readonly outerEnv: Readonly<Record<string, string | undefined>>
  /** The settings of the product that the command works on. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Under the application's role. */
  readonly db: Db
  /** Under the schema's owner, for tables that the application's role cannot read. */
  readonly owner: Db
  /** The product itself, so that an action has all its effects as within the product. @throws ConfigError. */
  product(): Promise<Product>
  close(): Promise<void>
}

/** The arguments and options that followed a command's words. */
export interface Given {
  readonly rest: readonly string[]
  /** By name in camelCase, without the dashes; `yes` for one that takes no value. */
  readonly options: Readonly<Record<string, string | undefined>>
  /** Who is signed in, for a command that takes a permission once staff have joined. */
  readonly member?: Member
}

/** An argument or option as `--help` shows it, such as `<reference>` or `--days <n>`, and its meaning. */
export type Described = readonly [syntax: string, meaning: string]

export interface Outcome {
  /** 0 for success, 1 for findings that need attention. */
  readonly code: 0 | 1
  /** The result for `--json`: dates are ISO, amounts are strings with their currency. */
  readonly json: unknown
}

/** Prints a line for people; nothing with `--json`. */
export type Say = (line: string) => void

export interface Command {
  /** The words that name the command. */
  readonly words: readonly string[]
  readonly does: string
  readonly args?: readonly Described[]
  readonly options?: readonly Described[]
  /** Needs `--by` and `--reason`, which are kept with the change. */
  readonly isSigned?: boolean
  /**
   * The permission that the command takes once staff have joined. The others need no sign-in, since a schedule or a machine
   * without a running office runs them (decision 80); none of those changes anything for a customer.
   */
  permission?(given: Given): Permission | undefined
  /** The rest of a sample command line, after the words; without `--by` and `--reason`. */
  readonly example?: string
  run(tools: Tools, given: Given, say: Say): Promise<Outcome>
}

/** A command that works on files alone, without a database. */
export interface OfflineCommand extends Omit<Command, 'run'> {
  runOffline(env: Tools['env'], given: Given, say: Say): Promise<Outcome>
}

export type AnyCommand = Command | OfflineCommand

/** Returns a command's only argument. @throws CliError when it is missing. */
export function argument({ rest }: Given, name: string): string {
  const [value] = rest
  if (value === undefined || rest.length > 1) throw new CliError(`Give one ${name}.`)
  return value
}

/** Returns a database id. @throws CliError when the argument is not an id. */
export function idArgument(given: Given, name: string): bigint {
  const value = argument(given, name)
  if (!/^\d{1,18}$/.test(value)) throw new CliError(`${value} isn’t a ${name} id.`)
  return BigInt(value)
}

/** Returns the name and the reason of the staff member. @throws CliError when one is missing. */
export function staffActionOf({ options }: Given): StaffAction {
  const [staff, reason] = [options['by']?.trim() ?? '', options['reason']?.trim() ?? '']
  if (staff.length < 2 || staff.length > 100) throw new CliError('Enter your name: --by NAME.')
  if (!isVisible(reason, 3) || reason.length > 500) throw new CliError('Enter a reason: --reason TEXT.')
  return { staff, reason }
}

/** The option of a command that takes two people. */
export const APPROVED_BY: Described = ['--approved-by <name>', 'the approver’s name (required)']

/**
 * Returns the names of the two staff members and the reason. @throws CliError when one is missing, or both names are the
 * same.
 */
export function approvedActionOf(given: Given): ApprovedAction {
  const action = staffActionOf(given)
  const approvedBy = given.options['approvedBy']?.trim() ?? ''
  if (approvedBy.length < 2 || approvedBy.length > 100)
    throw new CliError('Enter the approver: --approved-by NAME.')
  if (approvedBy.toLowerCase() === action.staff.toLowerCase())
    throw new CliError('This needs a separate approver: --by and --approved-by have the same name.')
  return { ...action, approvedBy }
}

/** Returns a whole number among the options. @throws CliError when it is something else. */
export function numberOption({ options }: Given, name: string): number | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  if (!/^\d{1,4}$/.test(value)) throw new CliError(`--${flag} takes a whole number.`)
  return Number.parseInt(value, 10)
}

/** Returns a time among the options. @throws CliError when it is something else. */
export function timeOption({ options }: Given, name: string): Date | undefined {
  const value = options[name]
  if (value === undefined) return undefined
  const time = new Date(value)
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) || Number.isNaN(time.getTime()))
    throw new CliError(`--${name} takes a UTC time like 2026-11-25T18:00:00Z.`)
  return time
}

/** Returns the lines of a table, each column as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
