import { runChecks } from './checks.ts'

// npm run check: everything that can be known without running the product. The house rules are a test.
const { failed } = await runChecks()
process.exitCode = failed > 0 ? 1 : 0
