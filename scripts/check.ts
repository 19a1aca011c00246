import { runChecks } from './checks.ts'

// npm run check: everything that can be known without running the product. The house rules are a test.
const { failures } = await runChecks()
process.exitCode = failures.length > 0 ? 1 : 0
