/** Test program in place of migrate, build, sandbox, server or worker. Logs events to events.log. */
import { appendFileSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import path from 'node:path'
import pg from 'pg'

const role = process.argv[2] ?? ''
const { env } = process

function note(event: string): void {
  appendFileSync(path.join(env['FIXTURE_BUILT'] ?? '', 'events.log'), `${role} ${event} ${process.pid}\n`)
}

async function query<Row extends pg.QueryResultRow>(url: string | undefined, sql: string): Promise<Row[]> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function migrate(): Promise<void> {
  if (env['FIXTURE_NEWER'] !== undefined) {
    console.error('The database has schema 9, this program knows 3. Start the newer version.')
    process.exit(1)
  }
  await query(
    env['DATABASE_OWNER_URL'],
    `do $$ begin if not exists (select from pg_roles where rolname = 'sesa_app') then create role sesa_app login; end if; end $$;
     alter role sesa_app password '${new URL(env['DATABASE_URL'] ?? '').password}';
     create table if not exists starts (at timestamptz default now());
     grant select on starts to sesa_app;
     insert into starts default values;`,
  )
}

async function serve(): Promise<void> {
  let refusals = Number(env['FIXTURE_WITHOUT_RATES'] ?? 0)
  const answerAll: RequestListener = (request, response) => {
    response.setHeader('sesa-launch', env['SESA_LAUNCH'] ?? '')
    if (request.url?.startsWith('/currency/rates/') && refusals-- > 0) {
      if (refusals === 0) note('refused its last price')
      response.writeHead(503).end()
      return
    }
    const answer =
      request.url === '/env'
        ? Promise.resolve({ env, pid: process.pid })
        : query(env['DATABASE_URL'], 'select count(*)::int as starts, current_user as role from starts').then(
            ([row]) => ({ ...row, pid: process.pid }),
          )
    answer.then(
      (body) => response.end(JSON.stringify(body)),
      (error: unknown) => response.writeHead(503).end(String(error)),
    )
  }
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key } = env
  const server =
    cert === undefined || key === undefined
      ? createServer(answerAll)
      : createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, answerAll)
  await new Promise<void>((resolve) => server.listen(Number(env['PORT']), env['HOST'], resolve))
}

function leave(why: string): void {
  note(why)
  // While the server drains, it must still reach the database.
  const drained = role === 'server' ? query(env['DATABASE_URL'], 'select 1') : Promise.resolve([])
  drained
    .then(
      () => note('drained'),
      () => note('lost its database'),
    )
    .finally(() => process.exit(0))
}

if (role === 'build') {
  note('built')
} else if (role === 'migrate') {
  await migrate()
} else if (env['FIXTURE_BROKEN'] === role) {
  console.error(`${role} is broken on purpose`)
  process.exit(1)
} else if (env['FIXTURE_REFUSED'] !== undefined && role !== 'sandbox') {
  console.error(env['FIXTURE_REFUSED'])
  process.exit(78)
} else {
  process.on('SIGTERM', () => leave('terminated'))
  if (env['FIXTURE_DEAF'] === undefined) process.stdin.on('end', () => leave('orphaned')).resume()
  if (role === 'server') await serve()
  else setInterval(() => undefined, 1000)
  note('started')
}
