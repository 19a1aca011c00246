import pg from 'pg'

/** `postgres://user:password@` and the hosts, with the path and settings after them. */
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]+)(.*)$/

/**
 * Returns a URL for each host of a database URL: `postgres://user:password@a:5432,b:5432/sesa` names two, as in libpq.
 * The settings after `?` apply to all of them.
 */
export function hostsOf(url: string): readonly string[] {
  const [, before = '', hosts = '', after = ''] = PARTS.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => before + host + after)
}

/** Returns true if the text is a database URL, with one host or several. */
export function isDatabaseUrl(text: string): boolean {
  return hostsOf(text).every((url) => URL.canParse(url))
}

/** The role of the host to use, out of several. */
export type HostRole = 'primary' | 'standby'

/** The query that libpq sends for `target_session_attrs=read-write`. A standby answers `on`. */
const IS_READ_ONLY = 'show transaction_read_only'

async function requireRole(client: pg.ClientBase, role: HostRole): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>(IS_READ_ONLY)
  const found = rows[0]?.transaction_read_only === 'on' ? 'standby' : 'primary'
  if (found === role) return
  if (role === 'standby') throw new Error('This host is the primary, not a standby')
  throw Object.assign(new Error('This host accepts no writes: it is a standby'), { code: '25006' })
}

/** Connects to the first host that accepts writes; with one host, to that one. Throws the last host's error. */
export async function connectToPrimary(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const hosts = hostsOf(url)
  let failure: unknown
  for (const connectionString of hosts) {
    const client = new pg.Client({ ...options, connectionString })
    try {
      await client.connect()
      if (hosts.length > 1) await requireRole(client, 'primary')
      return client
    } catch (error) {
      failure = error
      await client.end().catch(() => undefined)
    }
  }
  throw failure
}

/** Keeps the process alive when the server closes a connection: its query fails, and the next one reconnects. */
export function outliveConnections(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/**
 * Creates a pool over hosts, without limits. A new connection goes to the host that last had the role; if that host
 * refuses or has another role now, to the next. Connections to a former primary end when it is demoted.
 */
export function createPoolOfHosts(
  hosts: readonly string[],
  options: pg.PoolConfig,
  role: HostRole = 'primary',
): pg.Pool {
  let at = 0
  class HostClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionString: hosts[at] })
    }
  }
  const pool = new pg.Pool({ ...options, Client: HostClient })
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  const checked = new WeakSet<pg.PoolClient>()
  const connectToRole = async (): Promise<pg.PoolClient> => {
    const client = await connectOnce()
    if (checked.has(client)) return client
    try {
      await requireRole(client, role)
    } catch (error) {
      client.release(true)
      throw error
    }
    checked.add(client)
    return client
  }
  const connect = async (): Promise<pg.PoolClient> => {
    for (let tries = 1; ; tries++) {
      const tried = at
      try {
        return await connectToRole()
      } catch (error) {
        if (at === tried) at = (tried + 1) % hosts.length
        if (tries === hosts.length) throw error
      }
    }
  }
  type Done = (error?: Error, client?: pg.PoolClient, release?: pg.PoolClient['release']) => void
  const connectWith = (done?: Done): Promise<pg.PoolClient> | undefined => {
    if (done === undefined) return connect()
    connect().then(
      (client) => done(undefined, client, client.release.bind(client)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
    )
    return undefined
  }
  return Object.assign(pool, { connect: connectWith })
}
