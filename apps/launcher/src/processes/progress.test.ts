import { describe, expect, it } from 'vitest'
import { Listening, progressOf } from './progress.ts'

const SECOND = 1_000

describe('a process’s report about its start', () => {
  it.each([
    ['{"start":"begins","time":5,"msg":"starting"}', { at: 5, waitsFor: undefined }],
    ['{"start":"waits","time":6,"msg":"Waiting for it"}', { at: 6, waitsFor: 'Waiting for it' }],
    ['{"level":"info","time":7,"msg":"a request"}', undefined],
    ['{"start":', undefined],
    ['Waiting for it', undefined],
  ])('is read from %s', (line, expected) => {
    expect(progressOf(line)).toEqual(expected)
  })
})

describe('a start', () => {
  it('ends after two minutes without a report', () => {
    const listening = new Listening(0)
    expect(listening.isOver(120 * SECOND)).toBe(false)
    expect(listening.isOver(121 * SECOND)).toBe(true)
  })

  it('continues while one process reports that it is waiting, and reports the reason once', () => {
    const listening = new Listening(0)
    const waits = (at: number) => ({ at, waitsFor: 'Waiting for it' })
    expect(listening.hear([undefined, waits(1)], 100 * SECOND)).toEqual(['Waiting for it'])
    expect(listening.hear([undefined, waits(2)], 200 * SECOND)).toEqual([])
    expect(listening.isOver(320 * SECOND)).toBe(false)
  })

  it('does not continue because of the same report, read again', () => {
    const listening = new Listening(0)
    const begins = { at: 1, waitsFor: undefined }
    for (let now = 0; now <= 121; now++) listening.hear([begins, undefined], now * SECOND)
    expect(listening.isOver(121 * SECOND)).toBe(true)
  })
})
