import { testFigures } from './figures-agree.ts'

/** `FIGURES_RUNS` sets more runs. */
testFigures(Number(process.env['FIGURES_RUNS'] ?? 25))
