import { cruise } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, ROOT } from './files.ts'

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'chaos', 'scripts']
const LEAST_SHARE = 0.9

/** A violated rule and the import that violates it. */
export interface ImportViolation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

export interface ImportCheck {
  readonly violations: readonly ImportViolation[]
  /** How many source files were read, and how many exist. */
  readonly cruised: number
  readonly existing: number
  /** The names of all rules that were checked. */
  readonly rules: readonly string[]
}

/**
 * Checks the tree below `root` against this repository's import rules. With an incompatible compiler,
 * dependency-cruiser reads nothing and reports nothing, so check `cruised` before you trust `violations`.
 */
export async function checkImports(root: string): Promise<ImportCheck> {
  const options = await extractDepcruiseOptions(join(ROOT, '.dependency-cruiser.cjs'))
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)))
  const { output } = await cruise(folders, { ...options, baseDir: root }, undefined, {
    tsConfig: extractTSConfig(join(ROOT, 'tsconfig.json')),
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser returned text instead of a result')
  const existing = new Set(filesBelow(root, `{${folders.join(',')}}/**/*.{ts,tsx}`))
  return {
    violations: output.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    cruised: output.modules.filter(({ source }) => existing.has(source)).length,
    existing: existing.size,
    rules: [...new Set((options.ruleSet?.forbidden ?? []).map(({ name }) => name ?? 'unnamed'))],
  }
}

if (import.meta.main) {
  const { violations, cruised, existing, rules } = await checkImports(ROOT)
  for (const { rule, from, to } of violations) {
    console.error(`${from} imports ${to}: ${rule} (docs/architecture.md, "Imports")`)
  }
  const tooFew = cruised < existing * LEAST_SHARE
  if (tooFew)
    console.error(`Only ${cruised} of ${existing} source files were read: is TypeScript 6 installed?`)
  console.log(
    `${rules.length} rules, ${cruised} of ${existing} source files, ${violations.length} violations`,
  )
  process.exitCode = violations.length > 0 || tooFew ? 1 : 0
}
