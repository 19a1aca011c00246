/**
 * `npm run cluster`: the product on a cluster of this machine, a trial that breaks it, or its throughput with more
 * servers. See docs/operate.md. Exit codes: 0 ended as asked, 1 a trial failed, 2 it cannot start.
 */
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { TRIALS } from '../trials/index.ts'
import { runTrials, trialsNamed } from '../trials/run.ts'
import { startWorld } from '../world/world.ts'
import { missingPackages } from './cluster.ts'
import { measureScale } from './scale.ts'

const PREFIX = 'cluster-'
const PORT = 3000

/** Small enough for this machine to run four servers. */
const SLICE = '8'

/** Parses a slice, in hundredths of a processor. @throws Error if it is invalid. */
function percent(flag: string, text: string): number {
  const parsed = Number(text)
  if (!Number.isInteger(parsed) || parsed < 1)
    throw new Error(`${flag} ${text}: give a whole number of hundredths`)
  return parsed
}

const { values: flags } = parseArgs({
  options: {
    trial: { type: 'string' },
    port: { type: 'string' },
    scale: { type: 'boolean' },
    slice: { type: 'string', default: SLICE },
    'primary-slice': { type: 'string' },
    connections: { type: 'string' },
  },
})

function say(line: string): void {
  console.log(line)
}

/** Starts everything, prints the addresses, and stops it on Ctrl-C. */
async function serve(): Promise<void> {
  const port = flags.port === undefined ? PORT : Number.parseInt(flags.port, 10)
  const world = await startWorld({ cluster: {}, port })
  const ended = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  say(`Sesa is ready: ${world.publicUrl}`)
  say(`Sandbox: no real money moves. Messages and test wallets: ${world.publicUrl}/sandbox`)
  for (const line of (await world.cluster?.describe()) ?? []) say(line)
  say('Ctrl-C stops everything and removes its files.')
  await ended
  await world.close()
}

const why = missingPackages()
if (why !== undefined) {
  say(`The cluster ${why}.`)
  process.exitCode = 2
} else if (flags.scale === true) {
  const primary = flags['primary-slice']
  const slices = {
    server: percent('--slice', flags.slice),
    ...(primary !== undefined && { primary: percent('--primary-slice', primary) }),
  }
  const { connections } = flags
  const options = { slices, ...(connections !== undefined && { connections }) }
  process.exitCode = (await measureScale(options, say)) ? 0 : 1
} else if (flags.trial === undefined) await serve()
else {
  const trials =
    flags.trial === 'all'
      ? TRIALS.filter(({ name }) => name.startsWith(PREFIX))
      : trialsNamed(PREFIX + flags.trial)
  process.exitCode = (await runTrials(trials, say)) ? 0 : 1
}
