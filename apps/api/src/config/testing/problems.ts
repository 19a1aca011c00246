import { ConfigError, readSettings, type Environment, type Table } from '../setting.ts'

/** Returns the lines that refuse an environment; none if it is accepted. */
export function problemsOf(env: Environment, table: Table): string[] {
  try {
    readSettings(env, table)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n')
  }
}
