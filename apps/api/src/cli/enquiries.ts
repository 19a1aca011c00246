import { argument, CliError, staffActionOf, table, type Command, type Given } from './command.ts'

const NUMBER = ['<number>', 'the conversation’s number, such as Q-0A1B2C3D'] as const
const TEXT = ['--text <text>', 'what the customer reads (required)'] as const
const EXAMPLE = 'Q-0A1B2C3D'
const EXAMPLE_TEXT = `${EXAMPLE} --text 'The money arrived at 10:42.'`

function textOf({ options }: Given): string {
  const text = options['text']?.trim() ?? ''
  if (text === '') throw new CliError('Write the answer: --text TEXT.')
  return text
}

const dayOf = (date: Date | null): string => date?.toISOString().slice(0, 10) ?? ''

/** Staff's side of customers' conversations with support. */
export const enquiryCommands: readonly Command[] = [
  {
    words: ['enquiries', 'list'],
    does: 'list the conversations that wait for an answer, complaints by their date first',
    async run(tools, _given, say) {
      const { enquiryActions } = await tools.product()
      const waiting = await enquiryActions.waiting()
      const rows = waiting.map(({ number, topic, reference, lastAt, answerBy }) => [
        ...[number, topic, reference ?? '', lastAt.toISOString(), dayOf(answerBy)],
      ])
      if (rows.length > 0) table([['number', 'topic', 'transfer', 'last', 'answer by'], ...rows]).forEach(say)
      say(`${rows.length} conversations wait`)
      return { code: 0, json: { waiting: waiting.map(({ userId: _, ...rest }) => rest) } }
    },
  },
  {
    words: ['enquiries', 'show'],
    args: [NUMBER],
    does: 'show a conversation with its messages',
    example: EXAMPLE,
    async run(tools, given, say) {
      const { enquiryActions } = await tools.product()
      const enquiry = await enquiryActions.show(argument(given, 'number'))
      say(`${enquiry.number}, ${enquiry.topic}, ${enquiry.state}`)
      if (enquiry.reference !== null) say(`transfer ${enquiry.reference}`)
      if (enquiry.answerBy !== null)
        say(`answer by ${enquiry.answerBy}, at the latest ${enquiry.latestBy ?? enquiry.answerBy}`)
      for (const { author, at, text } of enquiry.messages) say(`\n${author}, ${at}\n${text}`)
      return { code: 0, json: { enquiry } }
    },
  },
  {
    words: ['enquiries', 'answer'],
    args: [NUMBER],
    options: [TEXT],
    isSigned: true,
    does: 'answer a customer, in their account and by email',
    example: EXAMPLE_TEXT,
    async run(tools, given, say) {
      const [number, text, action] = [argument(given, 'number'), textOf(given), staffActionOf(given)]
      const { enquiryActions } = await tools.product()
      const { emailed } = await enquiryActions.answer(number, text, action)
      say(`${number}: answered${emailed ? ' and emailed' : '; the customer has no confirmed address'}`)
      return { code: 0, json: { number, emailed } }
    },
  },
  {
    words: ['enquiries', 'close'],
    args: [NUMBER],
    options: [TEXT],
    isSigned: true,
    does: 'end a conversation with a last message',
    example: EXAMPLE_TEXT,
    async run(tools, given, say) {
      const [number, text, action] = [argument(given, 'number'), textOf(given), staffActionOf(given)]
      const { enquiryActions } = await tools.product()
      await enquiryActions.close(number, text, action)
      say(`${number}: closed`)
      return { code: 0, json: { number } }
    },
  },
]
