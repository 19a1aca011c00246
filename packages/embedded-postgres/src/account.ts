import { readFile, stat } from 'node:fs/promises'

/** The operating-system user that PostgreSQL runs as; absent where it is the one we run as. */
export interface Account {
  uid: number
  gid: number
}

/**
 * PostgreSQL refuses to run as root. As root it runs as the owner of the existing cluster, so that a folder
 * made by an ordinary user stays usable by that user, else as `nobody`. As anyone else: as ourselves.
 */
export async function accountFor(clusterDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterDir).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return nobody()
}

async function nobody(): Promise<Account> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const fields = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd)
  return { uid: Number(fields?.[1] ?? 65534), gid: Number(fields?.[2] ?? 65534) }
}

/** Spawn options that make a child run as `account`. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

/** Environment of every PostgreSQL program: no secret of ours, and messages in the language we match on. */
export const serverEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
