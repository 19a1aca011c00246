import { argument, staffActionOf, type Command } from './command.ts'
import { show } from './holds.ts'

export const transferCommands: readonly Command[] = [
  {
    words: ['transfer', 'show'],
    usage: 'transfer show REFERENCE',
    does: 'state, history and books of one transfer',
    run: (tools, given, say) => show(tools, argument(given, 'reference'), say),
  },
  {
    words: ['transfer', 'cancel'],
    usage: 'transfer cancel REFERENCE --by NAME --reason TEXT',
    does: 'cancel it: refunded until its pay-out is under way, later only if that fails',
    async run(tools, given, say) {
      const reference = argument(given, 'reference')
      const { transferActions } = await tools.product()
      await transferActions.cancel(reference, staffActionOf(given))
      say(`${reference}: the cancellation is ordered; transfer show tells what came of it`)
      return 0
    },
  },
]
