export { spanProblem } from './plan.ts'
export { registerClosings } from './routes.ts'
export { corridorClosedWords, endRunning, planClosing, railClosedWords } from './store.ts'
