import { isPermitted } from '@sesa/contract/office'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '../config/config.ts'
import type { Member } from '../http/office/route.ts'
import { hasActiveMember, useSession } from '../domains/office/index.ts'
import { CliError, type Command, type Given, type Tools } from './command.ts'

/** The file that keeps the token of a signed-in command line. */
const fileOf = (env: Tools['outerEnv']): string =>
  path.join(path.resolve(env['SESA_DATA_DIR'] ?? '.data'), 'staff-session')

/** Keeps the token where only this user of the machine can read it. */
export async function keepSession(env: Tools['outerEnv'], token: string): Promise<void> {
  const file = fileOf(env)
  await rm(file, { force: true })
  await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' })
}

export const forgetSession = (env: Tools['outerEnv']): Promise<void> => rm(fileOf(env), { force: true })

/** Returns the token of this command line; undefined when it is not signed in. */
export async function readSession(env: Tools['outerEnv']): Promise<string | undefined> {
  const text = await readFile(fileOf(env), 'utf8').catch(() => undefined)
  return text?.trim()
}

export const SIGN_IN = 'Sign in: npm run sesa -- staff sign-in'

/** Returns who is signed in on this command line, also while the office is down. @throws CliError when nobody is. */
async function signedIn({ db, outerEnv }: Tools): Promise<Member> {
  const token = await readSession(outerEnv)
  const member = token === undefined ? null : await useSession(db, token)
  if (member === null) throw new CliError(`You aren’t signed in, or your session has ended. ${SIGN_IN}`)
  return member
}

/** Returns where staff reach the office. @throws CliError while it is off. */
export function officeUrl({ env }: Pick<Tools, 'env'>): string {
  const { office } = readConfig(env)
  if (office === null)
    throw new CliError('The office is off. Set OFFICE_PORT and OFFICE_URL (docs/operate.md).')
  return office.url
}

/**
 * Returns what a command was given, with the member of staff who is signed in. While there are no members, every command
 * runs, and `--by` names who changes something. @throws CliError when nobody is signed in, or the member's roles do not
 * allow the command.
 */
export async function identify(tools: Tools, command: Command, given: Given): Promise<Given> {
  const permission = command.permission?.(given)
  if (permission === undefined || !(await hasActiveMember(tools.db))) return given
  if (given.options['by'] !== undefined || given.options['approvedBy'] !== undefined)
    throw new CliError(`Leave out --by and --approved-by: your sign-in gives the name. ${SIGN_IN}`)
  const member = await signedIn(tools)
  if (!isPermitted(member.roles, permission))
    throw new CliError(
      `Your roles (${member.roles.join(', ')}) don’t allow ${command.words.join(' ')}, which needs ${permission}. See docs/office.md.`,
    )
  return { ...given, options: { ...given.options, by: member.name }, member }
}
