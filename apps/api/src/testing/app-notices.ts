import type { Db } from '../db/index.ts'
import { type Messages, createNoticesModule } from '../domains/record/index.ts'
import type { PushSender } from '../domains/record/notices/ports.ts'
import { readSettings } from '../domains/support/index.ts'
import { PUSH_SERVICES } from '../providers/web-push/index.ts'

/** Push services that rejected our requests, by host. */
export const refusedPush: string[] = []

interface AppNoticesDeps {
  readonly db: Db
  readonly messages: Messages
  readonly publicUrl: string
  readonly sandboxUrl: string
  readonly push: PushSender | undefined
}

/** Creates the notices of a test's app, and the branding of its emails. */
export function appNotices({ db, messages, publicUrl, sandboxUrl, push }: AppNoticesDeps) {
  const support = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: 'Monrovia' }
  const branding = { publicUrl, support }
  const sender = push
    ? {
        sender: push,
        services: PUSH_SERVICES,
        sandboxUrl,
        onRefused: (host: string) => void refusedPush.push(host),
      }
    : null
  const emailChoices = readSettings
  return { branding, notices: createNoticesModule({ db, messages, branding, emailChoices, push: sender }) }
}
