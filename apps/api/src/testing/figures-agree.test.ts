import { testFigures } from './figures-agree.ts'

testFigures(5)
