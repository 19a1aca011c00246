import { createSandbox } from './index.ts'
import { readSettings, SettingsError } from './core/environment.ts'

const FORCED_EXIT_MS = 5_000

// An error in one call must end only that call: others are in flight.
process.on('unhandledRejection', (error) => console.error('sandbox: unhandled rejection', error))

try {
  await start()
} catch (error) {
  console.error(`sandbox: ${reason(error)}`)
  process.exit(1)
}

async function start() {
  const { host, port, ...options } = readSettings(process.env)
  const sandbox = await createSandbox(options)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), FORCED_EXIT_MS).unref()
    void sandbox.close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (process.env['SESA_EXIT_WITH_PARENT'] === '1') process.stdin.on('end', stop).on('error', stop).resume()

  // Last, since a launcher may send SIGTERM as soon as it reads this line.
  const url = await sandbox.app.listen({ host, port })
  console.log(`sandbox ready at ${url}/sandbox`)
}

function reason(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  const { code, message } =
    error instanceof Error ? { code: undefined, ...error, message: error.message } : {}
  if (code === 'EADDRINUSE')
    return `port ${process.env['SANDBOX_PORT'] ?? ''} is in use; choose another SANDBOX_PORT`
  if (message?.includes('database is locked')) {
    return `${process.env['SANDBOX_DATA_FILE'] ?? ''} is in use by another sandbox; stop that one first`
  }
  if (message?.includes('unable to open database file')) {
    return `cannot open ${process.env['SANDBOX_DATA_FILE'] ?? ''}; check SANDBOX_DATA_FILE and its folder`
  }
  return message ?? String(error)
}
