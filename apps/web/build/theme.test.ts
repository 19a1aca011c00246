import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { THEME_COLORS } from './document.ts'

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

// WCAG 2.2: 1.4.3 for text, 1.4.11 for the shapes that identify a control or a state.
const TEXT = 4.5
const SHAPE = 3

/** Each text colour with every background it appears on. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  ink: ['paper', 'surface', 'sunken', 'brand-soft', 'accent-soft', 'ok-soft', 'danger-soft'],
  muted: ['paper', 'surface', 'sunken', 'brand-soft'],
  'on-brand': ['brand', 'brand-hover'],
  'brand-ink': ['paper', 'surface', 'sunken', 'brand-soft'],
  'on-deep': ['deep'],
  'on-deep-muted': ['deep'],
  accent: ['deep', 'on-accent'],
  'on-accent': ['accent'],
  ok: ['paper', 'surface', 'ok-soft'],
  danger: ['paper', 'surface', 'danger-soft'],
  warn: ['paper', 'surface', 'accent-soft'],
}

/** Borders of controls, rings and marks, with the backgrounds they appear on. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  edge: ['paper', 'surface', 'sunken'],
  focus: ['paper', 'surface', 'sunken', 'brand-soft', 'danger-soft'],
  brand: ['paper', 'surface'],
  accent: ['deep'],
  kola: ['paper', 'surface'],
  danger: ['paper', 'surface'],
  'brand-ink': ['paper', 'surface', 'brand-soft'],
}

/** Only separates things that also differ in another way. */
const ORNAMENT = ['line']

let tokens: Map<string, Record<Theme, string>>

beforeAll(async () => {
  const css = await readFile(join(import.meta.dirname, '../../../packages/ui/src/theme.css'), 'utf8')
  const hex = '(#[0-9a-f]{6})'
  const pair = new RegExp(`--([\\w-]+): (?:light-dark\\(${hex}, ${hex}\\)|${hex});`, 'g')
  tokens = new Map(
    [...css.matchAll(pair)].map(([, name = '', light, dark, both]) => [
      name,
      { light: light ?? both ?? '', dark: dark ?? both ?? '' },
    ]),
  )
})

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function tooWeak(pairs: Readonly<Record<string, readonly string[]>>, theme: Theme, least: number): string[] {
  const colorOf = (name: string) => tokens.get(name)?.[theme] ?? `no token ${name}`
  return Object.entries(pairs).flatMap(([name, grounds]) =>
    grounds
      .map((ground) => ({ ground, ratio: contrast(colorOf(name), colorOf(ground)) }))
      .filter(({ ratio }) => !(ratio >= least))
      .map(({ ground, ratio }) => `${name} on ${ground}: ${ratio.toFixed(2)}`),
  )
}

test('the contrast formula matches known values', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

describe.each(THEMES)('in the %s theme', (theme) => {
  test('every text has enough contrast on each of its backgrounds', () => {
    expect(tooWeak(WRITTEN, theme, TEXT)).toEqual([])
  })
  test('every border, ring and mark has enough contrast', () => {
    expect(tooWeak(DRAWN, theme, SHAPE)).toEqual([])
  })
  test("the browser's bars have the colour of the paper", () => {
    expect(THEME_COLORS[theme]).toBe(tokens.get('paper')?.[theme])
  })
})

test('no colour is left out', () => {
  const judged = new Set([...[WRITTEN, DRAWN].flatMap((pairs) => Object.entries(pairs).flat(2)), ...ORNAMENT])
  expect([...tokens.keys()].filter((name) => !judged.has(name))).toEqual([])
  expect(tokens.size).toBeGreaterThan(20)
})
