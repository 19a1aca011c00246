import { listMessages } from '../domains/record/index.ts'
import { CliError, table, type Command } from './command.ts'

const STATES = ['queued', 'sent', 'failed'] as const
const MOST = 50

export const messageCommands: readonly Command[] = [
  {
    words: ['messages', 'list'],
    options: [['--state <state>', `only messages in this state: ${STATES.join(', ')}`]],
    does: `list the last ${MOST} SMS and emails with their delivery state, without their text`,
    example: '--state failed',
    async run({ db }, { options }, say) {
      const state = STATES.find((known) => known === options['state'])
      if (options['state'] !== undefined && state === undefined) {
        throw new CliError(`--state takes ${STATES.join(', ')}.`)
      }
      const messages = await listMessages(db, { limit: MOST, ...(state !== undefined && { state }) })
      const rows = messages.map((message) => [
        message.createdAt.toISOString(),
        message.channel,
        message.to,
        message.failure === null ? message.state : `${message.state}: ${message.failure}`,
        message.report === null ? '' : `${message.report} (${message.reportDetail ?? ''})`,
        String(message.attempts),
        message.providerId ?? '',
      ])
      if (rows.length > 0)
        table([['at', 'channel', 'to', 'state', 'report', 'tries', 'provider'], ...rows]).forEach(say)
      say(`${rows.length} messages`)
      return { code: 0, json: { messages } }
    },
  },
]
