import { describe, expect, test } from 'vitest'
import { crumbs, filesPerFolder, importLayers, strayUpdates } from './figures.ts'

const sources = (files: Readonly<Record<string, string>>) => new Map(Object.entries(files))

describe('figures of the code', () => {
  test('leaves tests out of the files per folder', () => {
    const found = filesPerFolder(sources({ 'a/b.ts': '', 'a/c.ts': '', 'a/c.test.ts': '', 'd/e.ts': '' }))
    expect(found).toEqual([
      ['a', 2],
      ['d', 1],
    ])
  })

  test('counts layers as the longest chain of parts, with a cycle counted once', () => {
    const files = {
      'm/index.ts': "import { a } from './a/one.ts'\nimport type { C } from './c.ts'",
      'm/a/one.ts': "import { b } from '../b.ts'\nimport { two } from './two.ts'",
      'm/a/two.ts': '',
      'm/b.ts': "import { x } from './a/two.ts'",
      'm/c.ts': '',
    }
    expect(importLayers(sources(files), 'm')).toBe(3)
  })

  test('lists short files with a single importer as crumbs', () => {
    const files = {
      'apps/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
      'apps/d.ts': "import { c } from './c.ts'\nimport { e } from './e.ts'",
      'apps/b.ts': 'x\n',
      'apps/c.ts': 'x\n',
      'apps/e.ts': 'x\n'.repeat(40),
    }
    expect(crumbs(sources(files))).toEqual(['apps/b.ts'])
  })

  test('counts updates of transfers outside their module', () => {
    const files = {
      'apps/api/src/modules/transfers/state/transitions.ts': 'update transfers set x = 1',
      'apps/api/src/a.ts': "tx.updateTable('transfers')\nupdate transfers set y = 2",
      'apps/api/src/a.test.ts': 'update transfers set z = 3',
    }
    expect(strayUpdates(sources(files))).toEqual({ statements: 2, files: 1 })
  })
})
