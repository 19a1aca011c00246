export { CLOSINGS, corridorClosedWords, endRunning } from './store.ts'
