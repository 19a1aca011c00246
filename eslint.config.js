import js from '@eslint/js'
import vitest from '@vitest/eslint-plugin'
import playwright from 'eslint-plugin-playwright'
import reactHooks from 'eslint-plugin-react-hooks'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'

/** Listed rather than searched for from each file, which is a fifth faster. */
const PROJECTS = ['./tsconfig.json', './apps/web/tsconfig.json', './apps/office/tsconfig.json']

/** Plain scripts that pages load without a build: no types, and only the browser's globals. */
const BROWSER_SCRIPTS = ['packages/sandbox/browser/**/*.js', 'packages/sandbox/src/pages/**/*.js']

const BROWSER_GLOBALS = globals(
  'AbortController AbortSignal CSS CustomEvent DOMParser Element Event FormData HTMLElement Headers',
  'MessageChannel MutationObserver Node Request ResizeObserver Response URL URLSearchParams addEventListener',
  'clearInterval clearTimeout console crypto customElements document fetch history localStorage location',
  'navigator parent performance postMessage queueMicrotask removeEventListener requestAnimationFrame',
  'sessionStorage setInterval setTimeout structuredClone top window',
)

/** @param {string[]} lines names with spaces between them */
function globals(...lines) {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((name) => [name, 'readonly']))
}

export default defineConfig(
  globalIgnores(['**/dist/', '.data/', '**/.cache/', 'test-results/', 'playwright-report/', '**/coverage/']),
  // No inline exceptions: fix what a rule reports, or change the rule here for everyone.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': ['error', 300],
      'no-warning-comments': [
        'error',
        {
          terms: ['todo', 'fixme', 'xxx', 'prettier-ignore', 'v8 ignore', 'c8 ignore'],
          location: 'anywhere',
        },
      ],
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: PROJECTS, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': true }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { varsIgnorePattern: '^_', argsIgnorePattern: '^_' }],
      // No sentence holds "undefined" or "null".
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNullish: false, allowNumber: true, allowBoolean: true, allowNever: true },
      ],
      // We declare no enums; those of libraries are compared with their values.
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      // A handler whose interface is asynchronous is `async` even if it awaits nothing.
      '@typescript-eslint/require-await': 'off',
      // Our interfaces are written as methods and their implementations are closures: nothing depends on `this`.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Their texts are for developers, who want to see what is missing.
    files: ['**/*.test.{ts,tsx}', '**/testing/**', '{bench,chaos,e2e}/**'],
    rules: { '@typescript-eslint/restrict-template-expressions': 'off' },
  },
  {
    // Tests read responses as JSON of any shape; their assertions check it.
    files: ['**/*.test.{ts,tsx}', '**/testing/**', 'e2e/**'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // In a type test, the expected error is the assertion.
    files: ['**/*.typetest.ts'],
    rules: { '@typescript-eslint/ban-ts-comment': ['error', { 'ts-expect-error': false }] },
  },
  {
    files: ['**/*.test.{ts,tsx}'],
    plugins: { vitest },
    rules: {
      'max-lines': ['error', 500],
      'vitest/no-disabled-tests': 'error',
      'vitest/no-focused-tests': 'error',
      'vitest/warn-todo': 'error',
    },
  },
  {
    files: ['e2e/journeys/**/*.spec.ts'],
    plugins: { playwright },
    rules: {
      'max-lines': ['error', 500],
      'playwright/no-focused-test': 'error',
      // A journey may be skipped only under a condition that says where it cannot run.
      'playwright/no-skipped-test': ['error', { allowConditional: true }],
    },
  },
  { files: ['apps/{web,office}/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    // We don't use the React Compiler, which could not memoize what TanStack Virtual returns.
    files: ['apps/office/src/table/grid.tsx'],
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  { files: BROWSER_SCRIPTS, languageOptions: { globals: BROWSER_GLOBALS } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: globals('module require __dirname') },
  },
  {
    files: ['**/*.js'],
    ignores: BROWSER_SCRIPTS,
    languageOptions: { globals: globals('process console') },
  },
)
