export { corridorClosedWords, endRunning } from './store.ts'
