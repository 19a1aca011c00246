import { argument, staffActionOf, type Command, type Described } from './command.ts'
import { showReference } from './holds.ts'

const REFERENCE: Described = ['<reference>', 'the transfer, such as S-0A1B2C3D']

export const transferCommands: readonly Command[] = [
  {
    words: ['transfer', 'show'],
    args: [REFERENCE],
    does: 'show the state, history and books of one transfer',
    example: 'S-0A1B2C3D',
    run: showReference,
  },
  {
    words: ['transfer', 'cancel'],
    args: [REFERENCE],
    isSigned: true,
    does: 'cancel a transfer; once its pay-out has begun, it is refunded only if the pay-out fails',
    example: 'S-0A1B2C3D',
    async run(tools, given, say) {
      const reference = argument(given, 'reference')
      const { transferActions } = await tools.product()
      await transferActions.cancel(reference, staffActionOf(given))
      say(`${reference}: cancellation requested; see the outcome with transfer show`)
      return { code: 0, json: { reference, outcome: 'cancel_requested' } }
    },
  },
]
