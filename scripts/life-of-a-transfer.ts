import { fileURLToPath } from 'node:url'
import { EDGES, STATES } from '../apps/api/src/modules/transfers/state/states.ts'

/** Returns the state diagram of a transfer in Mermaid, from the edge table. */
export function stateDiagram(): string {
  const edges = STATES.flatMap((from) => EDGES[from].map((to) => `  ${from} --> ${to}`))
  const ends = STATES.filter((state) => EDGES[state].length === 0).map((state) => `  ${state} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> awaiting_payment', ...edges, ...ends].join('\n')
}

// `node scripts/life-of-a-transfer.ts` prints the diagram for docs/life-of-a-transfer.md.
if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(stateDiagram())
