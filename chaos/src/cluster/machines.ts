import { randomInt } from 'node:crypto'
import { runTool } from './parts.ts'

/** A machine of the cluster: a network namespace with its own address. */
export interface Machine {
  readonly host: string
  /** Prefix that runs a command on this machine. */
  readonly enter: readonly [string, ...string[]]
  /** Disconnects it from everything. */
  unplug(): void
  /** Disconnects it from the other machines at once, or from one of them. Processes outside the cluster still reach it. */
  isolate(from?: Machine): void
  /** Undoes all of that. */
  reconnect(): void
}

export interface Network {
  /** The addresses of all machines and of this process, as CIDR. */
  readonly range: string
  readonly machines: readonly Machine[]
  close(): void
}

const ip = (...args: readonly string[]): string => runTool('ip', args)

/** Number of machines that one route covers: the addresses of a /28, except its first. */
const MOST = 15

/** Creates at most 15 machines on one bridge, which also has an address. Needs root. */
export function createNetwork(count: number): Network {
  if (count > MOST) throw new Error(`At most ${MOST} machines, not ${count}`)
  const id = randomInt(1, 255)
  const bridge = `sesa-br${id}`
  const host = (at: number): string => `10.213.${id}.${at}`
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('address', 'add', `${host(254)}/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  const all = `${host(0)}/28`
  const hosts = Array.from({ length: count }, (_none, at) => host(at + 1))
  const machines = hosts.map((own, at): Machine => {
    const [space, port] = [`sesa-${id}-${at + 1}`, `sesa-${id}p${at + 1}`]
    const inside = (...args: readonly string[]): string => ip('-n', space, ...args)
    ip('netns', 'add', space)
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    ip('link', 'set', port, 'master', bridge, 'up')
    inside('address', 'add', `${own}/24`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    inside('link', 'set', 'lo', 'up')
    return {
      host: own,
      enter: ['ip', 'netns', 'exec', space],
      unplug: () => void ip('link', 'set', port, 'down'),
      isolate(from) {
        // One route for all of them. The machine still reaches itself.
        inside('route', 'replace', 'blackhole', from === undefined ? all : `${from.host}/32`)
      },
      reconnect() {
        ip('link', 'set', port, 'up')
        inside('route', 'flush', 'type', 'blackhole')
      },
    }
  })
  return {
    range: `${host(0)}/24`,
    machines,
    close() {
      for (const { enter } of machines) ip('netns', 'delete', enter.at(-1) ?? '')
      ip('link', 'delete', bridge)
    },
  }
}
