import { expect, test } from 'vitest'
import { DIRECTIONS, directionSlug } from './corridors.ts'

test('every direction has its own address', () => {
  expect(DIRECTIONS.map(directionSlug)).toEqual([
    'sierra-leone-to-liberia',
    'sierra-leone-to-ghana',
    'liberia-to-ghana',
    'liberia-to-sierra-leone',
    'ghana-to-liberia',
    'ghana-to-sierra-leone',
    'united-states-to-liberia',
    'united-states-to-ghana',
    'united-states-to-sierra-leone',
  ])
})
