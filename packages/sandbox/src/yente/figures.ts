import { INVENTED_LIST } from './list.ts'
import { LABELLED_PAIRS } from './labelled.ts'
import { scoreOf } from './matching.ts'

/** Prints recall and false positives of the labelled pairs, by threshold: `npm run screening`. */

const THRESHOLDS = [0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95]

const scored = LABELLED_PAIRS.map(({ name, birthDate, expected }) => {
  const asked = { schema: 'Person', names: [name], birthDates: birthDate === undefined ? [] : [birthDate] }
  const scores = INVENTED_LIST.map((entry) => ({ id: entry.id, score: scoreOf(asked, entry).score }))
  return { expected, scores }
})
const listed = scored.filter(({ expected }) => expected !== null)
const others = scored.filter(({ expected }) => expected === null)

const percent = (part: number, whole: number): string => `${Math.round((part * 1000) / whole) / 10} %`

console.log('Scores are those of the sandbox’s imitation, not of the real engine.')
console.log(`${listed.length} names of people on the list, ${others.length} of people who are not.\n`)
console.log('| Threshold | Found | Recall | False positives | Of those not listed |')
console.log('| --------- | ----- | ------ | --------------- | ------------------- |')
for (const threshold of THRESHOLDS) {
  const found = listed.filter(({ expected, scores }) =>
    scores.some(({ id, score }) => id === expected && score >= threshold),
  ).length
  const wrong = others.filter(({ scores }) => scores.some(({ score }) => score >= threshold)).length
  console.log(
    `| ${threshold.toFixed(2)} | ${found} | ${percent(found, listed.length)} | ${wrong} | ${percent(wrong, others.length)} |`,
  )
}
