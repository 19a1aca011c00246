import { EDGES, STATES } from '../../apps/api/src/domains/transfers/state/states.ts'

/** Returns the state diagram of a transfer in Mermaid, from the edge table. */
export function stateDiagram(): string {
  const edges = STATES.flatMap((from) => EDGES[from].map((to) => `  ${from} --> ${to}`))
  const ends = STATES.filter((state) => EDGES[state].length === 0).map((state) => `  ${state} --> [*]`)
  return ['stateDiagram-v2', '  [*] --> awaiting_payment', ...edges, ...ends].join('\n')
}
