import { defineConfig } from 'vitest/config'

const exclude = ['**/node_modules/**', '**/dist/**']

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude,
          // One PostgreSQL for all of them, with a migrated template that each file clones.
          globalSetup: 'apps/api/src/testing/global-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: [
            '{packages,scripts,bench,chaos,e2e,apps/launcher}/**/*.test.ts',
            'apps/web/**/*.test.{ts,tsx}',
          ],
          exclude,
        },
      },
    ],
  },
})
