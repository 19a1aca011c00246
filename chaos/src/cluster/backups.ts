import path from 'node:path'
import { steadyPort } from '../world/ports.ts'
import { AS_POSTGRES, type ClusterNode } from './node.ts'
import { startPart } from './parts.ts'

/** A database restored next to the cluster. */
export interface Restored {
  /** The superuser's connection. It answers once the recovery has reached the moment. */
  readonly url: string
  close(): Promise<void>
}

/** pgBackRest's backups of the cluster, from `deploy/cluster/pgbackrest.conf`. */
export interface Backups {
  /** Creates the repository and checks that WAL arrives in it. */
  prepare(): Promise<void>
  /** Backs up the primary. */
  take(type: 'full' | 'incr'): Promise<void>
  /** Reads every file of the repository again. Throws if one is damaged. */
  verify(): Promise<void>
  /** Restores the database as of a moment (with its UTC offset) into a separate folder, and starts it. */
  restore(moment: string): Promise<Restored>
}

/** Makes backups of the current primary node. */
export function createBackups(primary: () => Promise<ClusterNode>): Backups {
  const tool = async (...args: readonly string[]): Promise<void> => {
    const { run, place } = await primary()
    run('pgbackrest', `--config=${place}/pgbackrest.conf`, '--stanza=sesa', ...args)
  }
  return {
    async prepare() {
      await tool('stanza-create')
      await tool('check')
    },
    take: (type) => tool('backup', `--type=${type}`),
    verify: () => tool('verify'),
    async restore(moment) {
      const { run, place } = await primary()
      const data = path.join(place, 'restored')
      const access = path.join(place, 'restored-access')
      const port = await steadyPort()
      run('mkdir', '-m', '700', data)
      run('sh', '-c', `echo 'host all all 127.0.0.1/32 trust' > ${access}`)
      await tool(
        `--pg1-path=${data}`,
        '--type=time',
        `--target=${moment}`,
        '--target-action=promote',
        'restore',
      )
      // Patroni's settings of the node do not apply to the copy.
      const settings = {
        ...{ port, listen_addresses: '127.0.0.1', unix_socket_directories: '', hba_file: access },
        ...{ archive_mode: 'off', synchronous_standby_names: '' },
      }
      const part = startPart({
        folder: place,
        name: 'restored',
        command: [
          ...AS_POSTGRES,
          ...['/usr/lib/postgresql/15/bin/postgres', '-D', data],
          ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
        ] as [string, ...string[]],
      })
      return {
        url: `postgres://postgres@127.0.0.1:${port}/sesa?sslmode=disable`,
        async close() {
          part.signal('SIGKILL')
          await part.ended()
        },
      }
    },
  }
}
