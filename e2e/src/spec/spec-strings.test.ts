import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { countStrings, SPEC_STRINGS } from './spec-strings.ts'

const JOURNEYS = path.resolve(import.meta.dirname, '../../journeys')

test('finds a journey for every string of the specification', () => {
  const sources = readdirSync(JOURNEYS).map((file) => readFileSync(path.join(JOURNEYS, file), 'utf8'))
  const looked = sources.join('\n').replaceAll(/^\s*\/\/.*$/gm, '')
  const nowhere = Object.keys(SPEC_STRINGS).filter((place) => !looked.includes(`'${place}'`))
  expect(nowhere, 'places whose strings are asserted nowhere').toEqual([])
  const places = Object.keys(SPEC_STRINGS).length
  console.log(`${countStrings()} strings of the specification in ${places} places`)
  expect(countStrings()).toBeGreaterThan(150)
})
