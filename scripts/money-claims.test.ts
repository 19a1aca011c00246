import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'
import {
  isClaim,
  isReadByCustomers,
  longestFirst,
  mayBeSaid,
  patternOf,
  readClaims,
  textsOf,
  unlisted,
} from './house-rules/money-claims.ts'
import { SCENES, sentencesOf, SPEAKING, type Scene } from './house-rules/money-sentences.ts'
import { waitsForScreening } from '../apps/api/src/domains/transfers/state/holds.ts'

const read = (path: string) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })
const [claimed = '', others = ''] = read('docs/money-claims.md').text.split(
  '## Phrases that are not about money',
)
const claims = readClaims(claimed)
const notAboutMoney = readClaims(others)
const files = filesBelow(ROOT, '**/*').filter(isReadByCustomers).map(read)

describe('money claims', () => {
  test('lists every text about money in the API, the web app and the contract', () => {
    const listed = [...claims, ...notAboutMoney]
    const found = files.flatMap((file) => unlisted(file, listed).map((text) => `${file.path}: ${text}`))
    expect(found, 'texts to list in docs/money-claims.md, each with its test').toEqual([])
    expect(files.length).toBeGreaterThan(300)
  })

  test('lists only texts that still exist', () => {
    const gone = [...claims, ...notAboutMoney].filter(
      ({ words, file }) => !textsOf(read(file)).some((text) => text.includes(words)),
    )
    expect(gone).toEqual([])
    expect(claims.length).toBeGreaterThan(60)
  })

  test('names existing tests and a condition for each claim', () => {
    const missing = claims.flatMap(({ words, needs, tests }) => [
      ...(needs === '' || tests.length === 0 ? [words] : []),
      ...tests.filter((named) => {
        const [path = '', title = ''] = named.split(' › ')
        return title === '' || !read(path).text.includes(title)
      }),
    ])
    expect(missing).toEqual([])
  })

  test.each([
    ['<p>Your card was not charged.</p>', true],
    ["const x = 'Nothing was sent to them.'", true],
    ['const x = `${money} is on its way to ${name}`', true],
    ["const x = 'The card was charged all the same.'", true],
    ["const x = 'on its way'", true],
    ['<p>We’re refunding you in full.</p>', true],
    ["const x = 'The network couldn’t deliver it.'", true],
    ['// The card was not charged.', false],
    ['const charged = isCharged', false],
    ["const x = 'Choose a mobile network.'", false],
  ])('recognises a money claim in source text: %s', (text, isFound) => {
    expect(unlisted({ path: 'apps/web/src/features/x.tsx', text }, []).length > 0).toBe(isFound)
  })

  test('reports an unlisted claim beside a listed one in the same text', () => {
    const path = 'apps/web/src/features/x.ts'
    const text = "const x = 'Nothing was charged, and it is on its way back.'"
    const claim = { words: 'Nothing was charged', file: path, needs: '', tests: [], whiles: '' }
    expect(unlisted({ path, text }, [claim])).toHaveLength(1)
    expect(unlisted({ path, text }, [claim, { ...claim, words: 'on its way back' }])).toEqual([])
  })
})

describe('the sentences about one transfer', () => {
  const limited = longestFirst(claims)
    .filter(({ file }) => SPEAKING.some((one) => one === file))
    .map((claim) => ({ ...claim, pattern: patternOf(claim) }))
  const nameOf = ({ state, hold, cancel }: Scene) =>
    `${state}, ${hold ?? 'no hold'}, cancelled: ${cancel ?? 'no'}`

  test('say while what each of them may be said', () => {
    expect(limited.filter(({ whiles }) => whiles === '').map(({ words }) => words)).toEqual([])
  })

  test('says each sentence about money only while it is so', () => {
    const wrong = new Set<string>()
    const said = new Set<string>()
    let read = 0
    for (const scene of SCENES) {
      for (const { files, text } of sentencesOf(scene)) {
        read++
        let rest = text
        for (const claim of limited.filter(({ file }) => files.includes(file))) {
          if (text.search(claim.pattern) >= 0) said.add(claim.words)
          if (rest.search(claim.pattern) < 0) continue
          rest = rest.replaceAll(claim.pattern, '…')
          if (!mayBeSaid(claim, scene.state, scene.hold !== null))
            wrong.add(`“${claim.words}” (${claim.file}) in ${nameOf(scene)}`)
        }
        if (isClaim(rest)) wrong.add(`not listed, in ${nameOf(scene)}: ${rest}`)
      }
    }
    const moments = new Set(SCENES.map(nameOf))
    console.log(
      `Sentences about money × states × holds: ${limited.length} × ${moments.size} (${read} texts of ${SCENES.length} scenes), ${wrong.size} untrue`,
    )
    expect([...wrong]).toEqual([])
    const never = limited.filter(({ words, whiles }) => whiles !== 'any' && !said.has(words))
    expect(never.map(({ words, file }) => `${file}: ${words}`)).toEqual([])
  })

  /** What a person may read of where the money goes. */
  const PROMISE =
    /refund|comes? back|way back|on its way|going ahead|[Ss]ending|will (?:go|arrive)|arrives|delivered/i

  // A block leaves the hold as it is, for good. A release ends it; a return ends it and gives the money back.
  test.each(['release', 'return', 'block'] as const)(
    'promise nothing before a hold is decided: %s',
    (decision) => {
      const held = SCENES.filter(
        ({ hold, state }) =>
          hold !== null && (state === 'paid' || (state === 'payout_unknown' && waitsForScreening(hold))),
      )
      const before = held.flatMap((scene) => {
        const asked: Scene = { ...scene, cancel: 'user' }
        return [scene, asked].flatMap(sentencesOf).map(({ text }) => text)
      })
      const promised = before.flatMap((text) => text.split(/(?<=[.\n])/)).filter((text) => PROMISE.test(text))
      expect([...new Set(promised)]).toEqual([])
      const after = held.flatMap((scene): Scene[] => {
        if (decision === 'block') return [scene]
        const released: Scene = { ...scene, hold: null }
        return [decision === 'release' ? released : { ...released, cancel: scene.cancel ?? 'staff' }]
      })
      const said = after
        .flatMap(sentencesOf)
        .map(({ text }) => text)
        .join('\n')
      if (decision === 'block') expect(said).not.toMatch(PROMISE)
      else expect(said).toMatch(decision === 'release' ? /going ahead/ : /We’re refunding USD 50.00/)
    },
  )
})
