import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'

const FOLDER = join(ROOT, 'docs/decisions')
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')

const decisions = filesBelow(FOLDER, '[0-9]*.md')
const index = read('README.md')
  .split('\n')
  .map((line) => /^\| \[(\d+)\]\(([\w-]+\.md)\) +\| (.+?) +\| (\S+) +\| (.+?) +\|$/.exec(line))
  .filter((match) => match !== null)
  .map(([, number = '', file = '', title = '', date = '', status = '']) => ({
    number,
    file,
    title,
    date,
    status,
  }))

test('lists every decision in order, with its number and title', () => {
  expect(index.map(({ file, number, title }) => [file, `# ${number}. ${title}`])).toEqual(
    decisions.map((file) => [file, read(file).split('\n')[0]]),
  )
  expect(index.length).toBeGreaterThan(40)
})

test('numbers each file as its title', () => {
  expect(index.filter(({ file, number }) => Number(file.slice(0, 4)) !== Number(number))).toEqual([])
})

test('gives each decision a date and a status', () => {
  expect(index.filter(({ date }) => !/^\d{4}-\d\d-\d\d$/.test(date))).toEqual([])
  expect(index.filter(({ status }) => !/^(accepted|superseded by \d+)$/.test(status))).toEqual([])
})
