import { readFile, stat } from 'node:fs/promises'

/** The operating-system user that PostgreSQL runs as; undefined if it is ours. */
export interface Account {
  uid: number
  gid: number
}

/**
 * Returns the user to run PostgreSQL as, because it refuses to run as root. Under root that is the owner of the
 * existing cluster, so that a folder created by an ordinary user stays usable by that user, else `nobody`. Otherwise it
 * is our own user.
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

/** Returns spawn options that run a child as `account`. */
export function runAs(account: Account | undefined): { uid?: number; gid?: number } {
  return account === undefined ? {} : { uid: account.uid, gid: account.gid }
}

/** Environment of every PostgreSQL program: none of our secrets, and messages in the language that our code matches. */
export const serverEnvironment = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
