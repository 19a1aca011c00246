import { runChecks } from './checks.ts'

// npm run check: every check that does not run the product. The house rules are a test.
const { failures } = await runChecks()
process.exitCode = failures.length > 0 ? 1 : 0
