import { freePort, PostgresStartError, unfinishedRestore } from '@sesa/embedded-postgres'
import { randomUUID } from 'node:crypto'
import type { Commands } from './commands.ts'
import { writeConnection, type Connection } from './database/connection.ts'
import type { DataDirLock } from './database/data-dir.ts'
import { lockDataDir, prepareDataDir } from './database/data-dir.ts'
import type { Database } from './database/database.ts'
import { keepDatabaseRunning } from './database/database.ts'
import { decideStart } from './database/decide-start.ts'
import type { Environments } from './environments.ts'
import { environmentsOf, inTheClear, ownDatabaseUrls } from './environments.ts'
import { StartError, Stopped } from './errors.ts'
import { logFileOf, logProblem, rotateLogs } from './processes/logs.ts'
import { checkPort } from './processes/ports.ts'
import { untilPriced, untilReady } from './processes/ready.ts'
import { runStep } from './processes/run-step.ts'
import { keepSecrets, loadSecrets, lookInside, makeSecrets } from './secrets.ts'
import type { Service } from './processes/service.ts'
import { keepRunning } from './processes/service.ts'
import type { Environment, Settings } from './settings.ts'
import { readSettings } from './settings.ts'
import { recordBuild, staleFingerprint } from './web-build.ts'

export interface LauncherOptions {
  env: Environment
  commands: Commands
  /** Receives each line meant for the person at the console. */
  say: (line: string) => void
}

export interface Launcher {
  /** Starts everything; resolves once the product answers. Throws `StartError`, or `Stopped` after `stop`. */
  start(): Promise<void>
  /** Drains server and worker, then stops sandbox and database. */
  stop(): Promise<void>
  /** Stops everything immediately, without draining. */
  force(): Promise<void>
  /** Rebuilds the web app if its sources changed, and restarts the server. Throws `StartError`. */
  rebuildWeb(): Promise<void>
}

/** Everything started so far, which `stop` stops. */
interface Running {
  signal: AbortSignal
  lock?: DataDirLock
  database?: Database
  /** Connection of staff commands to the product. */
  connection?: Connection
  services: Service[]
}

/**
 * How long to retry the port (milliseconds), and how often a process may end before the start fails. More
 * after a kill: the old children take up to 5 s to exit and still hold port and files, and the machine may be
 * busy.
 */
const patience = { afterStop: { port: 0, tries: 3 }, afterKill: { port: 15_000, tries: 7 } }

/**
 * Creates a launcher, which starts and stops the product's processes in order: database, sandbox, server, worker and
 * office.
 */
export function createLauncher(options: LauncherOptions): Launcher {
  const stopping = new AbortController()
  const running: Running = { signal: stopping.signal, services: [] }
  let starting: Promise<void> = Promise.resolve()
  const say = (line: string): void => {
    if (!stopping.signal.aborted) options.say(line)
  }
  const quiet = { ...options, say }

  return {
    start: () => {
      starting = startAll(quiet, running)
      return starting
    },
    stop: async () => {
      stopping.abort()
      await starting.catch(() => undefined)
      const isSandbox = ({ name }: Service): boolean => name === 'sandbox'
      await stopEach(running.services.filter((service) => !isSandbox(service)))
      await stopEach(running.services.filter(isSandbox))
      await running.connection?.remove()
      await running.database?.stop('fast')
      await running.lock?.release()
    },
    force: async () => {
      stopping.abort()
      running.services.forEach((service) => service.kill())
      await running.database?.stop('immediate')
    },
    rebuildWeb: async () => {
      const isRebuilt = await buildWeb(quiet, readSettings(options.env), stopping.signal)
      if (isRebuilt) running.services.find(({ name }) => name === 'server')?.restart()
    },
  }
}

async function stopEach(services: Service[]): Promise<void> {
  await Promise.all(services.map((service) => service.stop()))
}

async function startAll(options: LauncherOptions, running: Running): Promise<void> {
  const { env, commands, say } = options
  const settings = readSettings(env)
  const { dataDir, port, host } = settings
  const notices = await prepareDataDir(dataDir)
  running.lock = await lockDataDir(dataDir)
  const { port: portPatience, tries } = running.lock.isAfterKill ? patience.afterKill : patience.afterStop
  await checkPort(port, host, portPatience)
  ;[...settings.notices, ...notices].forEach(say)
  await rotateLogs(dataDir)
  const start = await decide(settings)
  const ports = { sandbox: await freePort(), office: await freePort() }
  if (start === 'first') await checkFirst(options, settings, ports, running)
  const secrets = await loadSecrets(dataDir, { start, hasSecret: settings.hasSecret })
  await buildWeb(options, settings, running.signal)
  requireRunning(running)
  const urls =
    settings.external ??
    ownDatabaseUrls(
      settings.ownerUrl ?? inTheClear((await startDatabase(settings, running, say)).ownerUrl),
      secrets,
    )
  requireRunning(running)
  const environments = environmentsOf(env, settings, secrets, urls, ports)
  const migrate = { name: 'migrate', args: commands.migrate, env: environments.migrate, cwd: commands.cwd }
  await runStep({ ...migrate, logFile: logFileOf(dataDir, 'migrate'), say }, running.signal)
  await keepSecrets(dataDir, start)
  running.connection = await writeConnection(dataDir, environments)
  const launch = randomUUID()
  const server = { ...environments.server, SESA_LAUNCH: launch }
  startServices(options, settings, { ...environments, server }, running)
  await untilReady({ ...settings, launch }, running.services, { tries, say, signal: running.signal })
  if (!(await untilPriced(settings, running.signal))) {
    say('No exchange rates yet: transfers are refused until a rate source answers.')
  }
  const isPublic = settings.certFile !== undefined
  say(`Sesa is ready: ${isPublic ? settings.publicUrl : `http://localhost:${port}`}`)
  if (settings.sandbox) {
    say(`Sandbox: no real money moves. Messages and test wallets: http://localhost:${port}/sandbox`)
  }
}

/** Returns whether this is the first start on the data folder. Throws `StartError` if no start may use the folder. */
async function decide({ dataDir, isBundled, hasSecret }: Settings): Promise<'first' | 'later'> {
  const unfinished = await unfinishedRestore(dataDir)
  if (unfinished !== undefined) throw new StartError(unfinished)
  const start = decideStart(await lookInside(dataDir), { dataDir, isBundled, hasSecret })
  if (start.is === 'refused') throw new StartError(start.why)
  return start.is
}

/**
 * Checks, before a first start creates anything, the settings and that the company's own database is empty: new secrets
 * would not decrypt its data.
 */
async function checkFirst(
  { env, commands, say }: LauncherOptions,
  settings: Settings,
  ports: { readonly sandbox: number; readonly office: number },
  running: Running,
): Promise<void> {
  if (commands.check === undefined) return
  const secrets = makeSecrets({})
  const notYet = inTheClear('postgres://postgres@127.0.0.1:5432/sesa')
  const urls = settings.external ?? ownDatabaseUrls(settings.ownerUrl ?? notYet, secrets)
  const { server } = environmentsOf(env, settings, secrets, urls, ports)
  const needsEmpty = !settings.isBundled && !settings.hasSecret
  const step = {
    name: 'check',
    args: [...commands.check, ...(needsEmpty ? ['--empty-database'] : [])],
    env: { ...server, DATABASE_OWNER_URL: urls.owner, DATABASE_WORKER_URL: urls.worker },
    cwd: commands.cwd,
  }
  await runStep({ ...step, logFile: logFileOf(settings.dataDir, 'check'), say }, running.signal)
}

/** Builds the web app if its sources changed since the last build. Returns whether it did. */
async function buildWeb(
  { commands, env, say }: LauncherOptions,
  { dataDir }: Settings,
  signal: AbortSignal,
): Promise<boolean> {
  const stale = await staleFingerprint(commands.build)
  if (stale === undefined) return false
  say('Building the web app ...')
  for (const args of commands.build.commands) {
    const step = { name: 'build', args, env, cwd: commands.cwd }
    await runStep({ ...step, logFile: logFileOf(dataDir, 'build'), say }, signal)
  }
  await recordBuild(commands.build, stale)
  return true
}

/** Returns a function that reports a problem on the console and in the launcher's log. */
function sayAndLog({ dataDir }: Settings, say: (line: string) => void): (line: string) => void {
  return (line) => {
    say(line)
    logProblem(dataDir, line)
  }
}

async function startDatabase(
  settings: Settings,
  running: Running,
  say: (line: string) => void,
): Promise<Database> {
  try {
    running.database = await keepDatabaseRunning(settings.dataDir, sayAndLog(settings, say))
    return running.database
  } catch (error) {
    if (error instanceof PostgresStartError) throw new StartError(error.message)
    throw error
  }
}

function startServices(
  { commands, say }: LauncherOptions,
  settings: Settings,
  environments: Environments,
  running: Running,
): void {
  const onProblem = sayAndLog(settings, say)
  const { OFFICE_PORT: port, DATABASE_OFFICE_URL: url } = environments.office
  const isOfficeOn = port !== undefined && url !== undefined
  if (port !== undefined && url === undefined)
    say('The office is off: it needs its own database user. Set DATABASE_OFFICE_URL.')
  const names = [
    ...(settings.sandbox ? (['sandbox'] as const) : []),
    ...(['server', 'worker'] as const),
    ...(isOfficeOn ? (['office'] as const) : []),
  ]
  for (const name of names) {
    const logFile = logFileOf(settings.dataDir, name)
    const args = commands[name]
    if (args === undefined) continue
    const place = { args, env: environments[name], cwd: commands.cwd, logFile }
    running.services.push(keepRunning({ name, ...place, onProblem }))
  }
}

function requireRunning({ signal }: Running): void {
  if (signal.aborted) throw new Stopped()
}
