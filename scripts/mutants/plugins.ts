import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'
import type { babel } from '@stryker-mutator/core'
import { describeMutant } from './result.ts'

const NAMED = ['inTransaction', 'callProvider']

/** Excludes the names of crash points, which the crash tests check. */
function nameOfPoint(path: unknown): string | undefined {
  const literal = path as babel.NodePath
  if (!literal.isStringLiteral() || !literal.parentPath.isCallExpression()) return undefined
  const { callee } = literal.parentPath.node
  return callee.type === 'Identifier' && NAMED.includes(callee.name) ? 'the name of a crash point' : undefined
}

let tried = 0
let planned = 0

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'point-names', { shouldIgnore: nameOfPoint }),
  declareValuePlugin(PluginKind.Reporter, 'survivors', {
    onMutationTestingPlanReady({ mutantPlans }) {
      tried = 0
      planned = mutantPlans.length
    },
    onMutantTested(mutant) {
      tried += 1
      const line = describeMutant(mutant)
      if (line !== undefined) console.log(`  ${tried}/${planned} ${line}`)
      else if (tried % 50 === 0) console.log(`  ${tried}/${planned}`)
    },
  }),
]
