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
    does: 'cancel a transfer: refunded unless its pay-out has begun, and then only if the pay-out fails',
    example: 'S-0A1B2C3D',
    async run(tools, given, say) {
      const reference = argument(given, 'reference')
      const { transferActions } = await tools.product()
      await transferActions.cancel(reference, staffActionOf(given))
      say(`${reference}: cancellation requested; transfer show tells how it went`)
      return { code: 0, json: { reference, outcome: 'cancel_requested' } }
    },
  },
]
