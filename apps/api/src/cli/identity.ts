import { isPermitted, type ApprovalAction } from '@sesa/contract/office'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { readConfig } from '../config/config.ts'
import type { Member } from '../http/office/route.ts'
import { hasActiveMember, useSession } from '../domains/office/index.ts'
import {
  argument,
  CliError,
  customerWordsOf,
  numberOption,
  timeOption,
  type Given,
  type Tools,
} from './command.ts'
import { fraudRulesOf } from './fraud.ts'
import { checkOf, tierOf, verdictOf } from './identity-checks.ts'
import { modeOf, rulesOf } from './monitoring.ts'
import { COMMAND_PERMISSIONS, IN_THE_OFFICE, isForEverybody } from './permissions.ts'
import { profileOf } from './report-profiles.ts'
import { ENTRIES, requestOf } from './treasury.ts'

/** A request for a second person's approval, made from a command. The reason comes from `--reason`. */
export interface Asked {
  readonly action: ApprovalAction
  readonly entity: string
  readonly payload: Readonly<Record<string, unknown>>
}

const ADOPTION_DAYS_MS = 3 * 24 * 60 * 60 * 1_000

async function readList({ options }: Given): Promise<unknown> {
  const file = options['file']
  if (file === undefined) throw new CliError('Name the price list: --file PATH.')
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new CliError(`--file ${file} cannot be read (${error instanceof Error ? error.message : ''}).`)
  }
}

/** The commands that two people carry out together; undefined where one is enough this time. */
export const TWO_PEOPLE: Readonly<
  Record<string, (tools: Tools, given: Given) => Promise<Asked | undefined>>
> = {
  'prices set': async (_tools, given) => ({
    action: 'set_prices',
    entity: 'prices',
    payload: { list: await readList(given) },
  }),
  'corridors open': async (_tools, given) => ({
    action: 'open_corridor',
    entity: argument(given, 'corridor such as US/GH'),
    payload: {},
  }),
  'corridors close': async (_tools, given) => ({
    action: 'close_corridor',
    entity: argument(given, 'corridor such as US/GH'),
    payload: { words: customerWordsOf(given) },
  }),
  'rails on': async (_tools, given) => ({
    action: 'open_rail',
    entity: given.rest.join(' '),
    payload: {},
  }),
  async 'rails route'(_tools, given) {
    const [network = '', ...rails] = given.rest
    return { action: 'route_network', entity: network, payload: { rails } }
  },
  'identity review': async (_tools, given) => ({
    action: 'review_identity',
    entity: checkOf(given),
    payload: { verdict: verdictOf(given) },
  }),
  async 'identity tier'(_tools, given) {
    const { userId, tier, until } = tierOf(given)
    return { action: 'set_tier', entity: userId, payload: { tier, until } }
  },
  'fraud rules set': async (_tools, given) => ({
    action: 'set_fraud_rules',
    entity: 'fraud rules',
    payload: { rules: await fraudRulesOf(given) },
  }),
  'monitoring set': async (_tools, given) => ({
    action: 'set_monitoring_rules',
    entity: 'monitoring rules',
    payload: { rules: await rulesOf(given), mode: modeOf(given) },
  }),
  async 'reports profile set'(_tools, given) {
    const { country, ...payload } = await profileOf(given)
    return { action: 'set_report_profile', entity: country, payload }
  },
  'treasury top-up': async (_tools, given) => requestOf(ENTRIES['treasury top-up'](given)),
  'treasury convert': async (_tools, given) => requestOf(ENTRIES['treasury convert'](given)),
  'treasury adjust': async (_tools, given) => requestOf(ENTRIES['treasury adjust'](given)),
  async adopt(_tools, given) {
    const since = timeOption(given, 'since') ?? new Date(Date.now() - ADOPTION_DAYS_MS)
    const waitMinutes = numberOption(given, 'waitMinutes') ?? 15
    return { action: 'adopt', entity: 'lost transfers', payload: { since: since.toISOString(), waitMinutes } }
  },
}

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

const SIGN_IN = 'npm run sesa -- staff sign-in'

/** Returns who is signed in on this command line. @throws CliError when nobody is. */
export async function signedIn({ db, outerEnv }: Tools): Promise<Member> {
  const token = await readSession(outerEnv)
  const member = token === undefined ? null : await useSession(db, token, 'command_line')
  if (member === null)
    throw new CliError(`You are not signed in, or your session has ended. Sign in: ${SIGN_IN}`)
  return member
}

/** Returns where staff reach the office. @throws CliError while it is off. */
export function officeUrl({ env }: Tools): string {
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
export async function identify(tools: Tools, words: readonly string[], given: Given): Promise<Given> {
  const name = words.join(' ')
  if (isForEverybody(name, given) || !(await hasActiveMember(tools.db))) return given
  if (given.options['by'] !== undefined || given.options['approvedBy'] !== undefined)
    throw new CliError(`Leave out --by and --approved-by: names come from signing in. Sign in: ${SIGN_IN}`)
  const member = await signedIn(tools)
  const permission = COMMAND_PERMISSIONS[name]
  if (permission === undefined || !isPermitted(member.roles, permission))
    throw new CliError(
      `Your roles (${member.roles.join(', ')}) do not allow ${name}: it takes ${permission ?? 'a permission that nobody has'}. See docs/office.md.`,
    )
  if (IN_THE_OFFICE.has(name))
    throw new CliError(`Your passkey confirms this. Do it in the office: ${officeUrl(tools)}/office/`)
  return { ...given, options: { ...given.options, by: member.name }, member }
}
