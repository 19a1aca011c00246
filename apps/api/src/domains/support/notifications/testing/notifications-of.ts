import { randomBytes } from 'node:crypto'
import type { Db } from '../../../../db/index.ts'
import { createSandboxMail, createSandboxSms } from '../../../../providers/sandbox-messages/index.ts'
import type { WorldParts } from '../../../../testing/engine-world.ts'
import { createMessagesModule, createNoticesModule } from '../../../record/index.ts'
import { makeRecipientLink } from '../../tracking/index.ts'
import { createNotificationsModule, readSettings } from '../index.ts'

const SUPPORT = { phone: '+231 77 000 0100', email: 'help@sesa.example', address: '12 Broad Street' }
const CFPB = { name: 'CFPB', phone: '+1 855 411 2372', website: 'https://www.consumerfinance.gov' }

/** Creates messages to the sandbox's phones and mailboxes, and the notifications that use them. */
export function notificationsOf({ db, configuration, sandboxUrl, rates, corridors }: WorldParts) {
  const [alerts, errors] = [[] as string[], [] as unknown[]]
  const provider = { baseUrl: sandboxUrl, fetch }
  const messages = createMessagesModule({
    db,
    secret: randomBytes(32),
    sms: createSandboxSms(provider),
    mail: createSandboxMail(provider),
    smsPerDay: 1_000,
    smsNoticesPerDay: 1_000,
  })
  const branding = { publicUrl: 'https://sesa.example', support: SUPPORT }
  const notices = createNoticesModule({ db, messages, branding, push: null, emailChoices: readSettings })
  const notifications = createNotificationsModule({
    ...{ db, configuration },
    notices,
    messages,
    rates,
    corridors,
    branding,
    receipts: {
      provider: { name: 'Sesa', website: 'https://sesa.example', ...SUPPORT },
      licences: [
        {
          country: 'US',
          name: 'Money transmitter licence, Minnesota',
          number: 'MN-1024',
          nmls_id: '1234567',
          holder: 'Sesa Money Transfer Inc.',
          regulator: 'Minnesota Department of Commerce',
        },
      ],
      regulators: { US: [CFPB], LR: [], GH: [], SL: [] },
    },
    isPushing: false,
    trackingLink: () => makeRecipientLink('https://sesa.example'),
    alert: (line) => alerts.push(line),
    onError: (error) => errors.push(error),
  })
  return { messages, notifications, alerts, errors }
}

/** Returns the kinds and titles of a user's notices in the app, oldest first, with `#` for each amount. */
export async function listedNotices(owner: Db, userId: string): Promise<string[]> {
  const rows = await owner
    .selectFrom('user_notices')
    .select(['kind', 'title'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, title }) => `${kind}: ${title.replaceAll(/[\d,.]+/g, '#')}`)
}
