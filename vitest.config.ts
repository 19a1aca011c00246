import { defineConfig } from 'vitest/config'

const limits = { testTimeout: 30_000, hookTimeout: 60_000 }
const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...limits,
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude,
          // One PostgreSQL with a migrated template; each test file clones a database of its own from it.
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
        },
      },
      {
        test: {
          ...limits,
          name: 'node',
          include: ['{packages,scripts,apps/launcher,apps/web}/**/*.test.ts'],
          exclude,
        },
      },
    ],
  },
})
