import * as v from 'valibot'
import { defaulted, group, isSet, type Environment } from './setting.ts'

const modeOf = (env: Environment): string => env['SESA_MODE'] || 'sandbox'
export const isSandbox = (env: Environment): boolean => modeOf(env) === 'sandbox'
export const isLive = (env: Environment): boolean => modeOf(env) === 'live'
const isTest = (env: Environment): boolean => modeOf(env) === 'test'

/** Settings for test and live mode only, in which real providers are called. */
export const REAL = { isRead: (env: Environment) => isLive(env) || isTest(env), emptyIsUnset: true } as const

/** Returns a line for each key of another environment, in any variable. */
function keyProblems(env: Environment): Record<string, boolean> {
  const other = isLive(env) ? 'test' : 'live'
  const isOther = new RegExp(`^(sk|rk|pk)_${other}_`)
  const end = isSandbox(env)
    ? ' beside the sandbox. Remove it, or set SESA_MODE=live.'
    : `, but SESA_MODE is ${modeOf(env)}.`
  const lines = Object.entries(env).map(([name, value = '']): [string, boolean] => {
    return [`Setting ${name} holds a ${other} key${end}`, isOther.test(value.trim())]
  })
  return Object.fromEntries(lines)
}

const mode = v.picklist(
  ['sandbox', 'test', 'live'],
  ({ input }) => `is ${String(input)}. Set it to sandbox, test or live`,
)

export const MODE = group({ title: 'Mode', emptyIsUnset: true, problems: keyProblems })({
  SESA_MODE: defaulted('sandbox', mode).means(
    'sandbox: our sandbox plays every provider. test: providers’ test environments. live: real money',
  ),
})

/**
 * Returns the lines about a setting that names a provider's environment, which must match the mode. Where `address`
 * sets a stand-in for the test environment, any name is accepted.
 */
export const environmentProblems = (
  env: Environment,
  name: string,
  address: string,
): Record<string, boolean> => ({
  [`Setting ${name} is sandbox, but SESA_MODE is live.`]: isLive(env) && env[name] === 'sandbox',
  [`Setting ${name} is not sandbox, but SESA_MODE is test.`]:
    isTest(env) && isSet(env, name) && env[name] !== 'sandbox' && !isSet(env, address),
})
