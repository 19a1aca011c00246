export { registerClosings } from './routes.ts'
export { corridorClosedWords, endRunning, planClosing, railClosedWords, requireSpan } from './store.ts'
