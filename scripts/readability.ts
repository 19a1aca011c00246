import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow, ROOT } from './files.ts'
import { textsIn, type UiText } from './readability/extract.ts'
import { countsOf, gradeOf, lengthOf, sentencesOf } from './readability/grade.ts'

// npm run readability: the Flesch-Kincaid grade of every text of the web app, by file, and the sentences that are too
// long. Reads the source, so it needs no build. Fails above a ceiling, and when a sentence is too long.

const UI = /^apps\/(?:web|office)\/src\/.*\.tsx?$/
const NOT_UI = /\.test\.|\/(?:testing|gallery|baseline|document)\//
const LEGAL = /^packages\/contract\/src\/legal\/(?:texts\/.*|complaints)\.ts$/

const UI_GRADE = 6
const UI_WORDS = 20
const LEGAL_GRADE = 9
const LEGAL_WORDS = 30
/** Shorter files say too little for a grade. */
const LEAST_WORDS = 40
const MOST_SHOWN = 10

interface Group {
  readonly name: string
  readonly texts: readonly UiText[]
  readonly grade: number
  readonly words: number
}

const read = (pattern: RegExp): UiText[] =>
  filesBelow(ROOT, '{apps/web,apps/office,packages/contract}/src/**/*.{ts,tsx}')
    .filter((path) => pattern.test(path) && !NOT_UI.test(path))
    .flatMap((path) => textsIn(path, readFileSync(join(ROOT, path), 'utf8')))

function groupsOf(texts: readonly UiText[]): Group[] {
  const paths = [...new Set(texts.map(({ path }) => path))]
  return paths.map((path) => {
    const own = texts.filter((one) => one.path === path)
    const counts = countsOf(own.map(({ text }) => text))
    return { name: path, texts: own, grade: gradeOf(counts), words: counts.word }
  })
}

const shown = (grade: number): string => grade.toFixed(1)

function report(title: string, texts: readonly UiText[], ceiling: number): boolean {
  const all = countsOf(texts.map(({ text }) => text))
  const grade = gradeOf(all)
  const graded = groupsOf(texts)
    .filter(({ words }) => words >= LEAST_WORDS)
    .toSorted((a, b) => b.grade - a.grade)
  const median = graded[Math.trunc(graded.length / 2)]?.grade ?? 0
  console.log(
    `${title}: grade ${shown(grade)} over ${texts.length} texts and ${all.word} words (at most ${ceiling}); median file ${shown(median)}`,
  )
  for (const { name, grade: own, words } of graded.slice(0, MOST_SHOWN))
    console.log(`  ${shown(own).padStart(5)}  ${name} (${words} words)`)
  return grade <= ceiling
}

function tooLong(texts: readonly UiText[], most: number): string[] {
  return texts.flatMap(({ path, line, text }) =>
    sentencesOf(text)
      .filter((sentence) => lengthOf(sentence) > most)
      .map((sentence) => `${path}:${line}: ${lengthOf(sentence)} words: ${sentence}`),
  )
}

const [ui, legal] = [read(UI), read(LEGAL)]
const isEasy = [report('UI', ui, UI_GRADE), report('Legal texts', legal, LEGAL_GRADE)].every(Boolean)
const long = [...tooLong(ui, UI_WORDS), ...tooLong(legal, LEGAL_WORDS)]
if (long.length > 0)
  console.log(`\nToo long (UI ${UI_WORDS} words, legal ${LEGAL_WORDS}):\n${long.join('\n')}`)
process.exitCode = isEasy && long.length === 0 ? 0 : 1
