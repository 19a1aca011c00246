import pg from 'pg'

/** A user of the database. */
export interface Login {
  readonly username: string
  readonly password: string
}

/** Session limits that PgBouncer does not pass on, as docs/operate.md lists them. */
const LIMITS = {
  statement_timeout: '15s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '2s',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
}
/** Sets roles' session limits that PgBouncer does not pass on. */
export async function setLimits(ownerUrl: string, logins: readonly Login[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  for (const { username } of logins)
    for (const [name, value] of Object.entries(LIMITS))
      await client.query(`alter role ${username} set ${name} = '${value}'`)
  await client.end()
}

/** Returns PgBouncer's list of users. */
export const usersFile = (logins: readonly Login[]): string =>
  logins.map(({ username, password }) => `"${username}" "${password}"\n`).join('')
