import { rm } from 'node:fs/promises'
import path from 'node:path'
import { writePrivately } from './data-dir.ts'
import type { Environments } from '../environments.ts'

export interface Connection {
  remove(): Promise<void>
}

/** Names of the product's settings among all environment variables. */
const OURS =
  /^(DATABASE|SANDBOX|SESA|SUPPORT|SOCIAL|LEGAL|STRIPE|PAWAPAY|MTN_MOMO|MONIME|AFRICASTALKING|TWILIO|SMTP|MAIL|OPENEXCHANGERATES|EXCHANGERATE|SCREENING|TLS|GOOGLE|FIREBASE|SMS|RATE_HISTORY|VAPID|OPERATIONS|DRAIN|OTEL|OFFICE|AUDIT|IDENTITY_CHECKS|SMILE_ID)_|^(PORT|HOST|REGULATORS|TRUST_PROXY|CODES_WITHOUT_PROOF|APP_STORE_URL|PLAY_STORE_URL)$/

/** Writes the settings for staff commands to a file in the data directory that only this user can read. */
export async function writeConnection(dataDir: string, { staff }: Environments): Promise<Connection> {
  const file = path.join(dataDir, 'connection.json')
  const ours = Object.entries(staff).filter(([name]) => OURS.test(name))
  await writePrivately(file, `${JSON.stringify(Object.fromEntries(ours), undefined, 2)}\n`)
  return { remove: () => rm(file, { force: true }) }
}
