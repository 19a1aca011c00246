import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'
import {
  noClockInPureCode,
  noFloatsNearAmounts,
  noOptionalTransaction,
  WITH_CLOCK,
} from './house-rules/code-rules.ts'
import { findings, type Rule, type SourceFile } from './house-rules/rule.ts'
import {
  APPEND_ONLY_TABLES,
  docsNameWhatExists,
  ledgerIsAppendOnly,
  migrationsLetOthersWork,
  noMachineInText,
  noSkippedJourney,
  noSwitchedOffRule,
  onlyTheNewLeone,
  oneWriter,
} from './house-rules/text-rules.ts'

const TEXT = /\.(ts|tsx|js|cjs|sql|css|html|md|json|yml|sh)$|^\.ci\/|^\.npmrc$/

const files: readonly SourceFile[] = ['**/*', '.ci/*', '.*']
  .flatMap((pattern) => filesBelow(ROOT, pattern))
  .filter((path) => TEXT.test(path) && statSync(join(ROOT, path)).isFile())
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const docs = docsNameWhatExists((path) => existsSync(join(ROOT, path)), Object.keys(scripts))

interface Example {
  readonly path: string
  readonly breaks: readonly string[]
  readonly keeps: readonly string[]
}

const SERVICE = 'apps/api/src/domains/pricing/quotes/service.ts'
const MIGRATION = 'apps/api/migrations/009_example.sql'

/** Each rule with lines that violate it, and similar lines that do not. */
const RULES: readonly (readonly [Rule, Example])[] = [
  [
    noSwitchedOffRule,
    {
      path: SERVICE,
      breaks: ['// oxlint-disable-next-line no-console', '/* eslint-disable */'],
      keeps: ['// oxlint finds it'],
    },
  ],
  [
    noSkippedJourney,
    {
      path: 'e2e/journeys/sent.spec.ts',
      breaks: [
        "test.only('a', async () => {})",
        "test.skip('a', async () => {})",
        'test.skip()',
        "test.fixme('a')",
      ],
      keeps: ["test.skip(isMobile, 'a phone has no Tab key')", "test('a', async () => {})"],
    },
  ],
  [
    noFloatsNearAmounts,
    {
      path: 'apps/web/src/features/send-money/amounts.ts',
      breaks: [
        'const value = Number(receiveAmount)',
        'const shown = fee.toFixed(2)',
        'const minor = Math.round(typed * 100)',
        'return { total: parseFloat(text) }',
        'pay(\n  rate / 100,\n)',
        "const x = Number(body['amount'])",
      ],
      keeps: [
        'const half = amount / 2n',
        'const port = Number(text)',
        'const wait = Math.ceil(rateLimit / 1000)',
        'const rate = quote()\nconst days = Math.floor(age / 7)',
        'const price = () => { const days = Math.floor(age / 7); return days }',
      ],
    },
  ],
  [
    noClockInPureCode,
    {
      path: 'packages/money/src/rate.ts',
      breaks: ['const at = new Date()', 'const at = Date.now()', 'f({ now: Date.now })', 'performance.now()'],
      keeps: ['const at = new Date(text)', 'Date.parse(text)', '// not Date.now(): the time is an argument'],
    },
  ],
  [
    noOptionalTransaction,
    {
      path: SERVICE,
      breaks: [
        'function post(entry: Entry, tx?: Tx) {}',
        'function post(tx: Tx | Db) {}',
        'function post(tx = pool) {}',
        'const run = (trx ?? db).insertInto(t)',
        'interface Options { tx?: Tx }',
      ],
      keeps: ['function post(tx: Tx, entry?: Entry) {}', 'const context = text ?? db'],
    },
  ],
  [
    ledgerIsAppendOnly,
    {
      path: MIGRATION,
      breaks: [
        'update ledger_postings set amount = 1',
        'DELETE FROM ledger_entries',
        "tx.updateTable('ledger_postings')",
        "tx.deleteFrom(\n  'transfer_events')",
        "insertInto('ledger_checkpoints').onConflict((c) => c.doUpdateSet({}))",
        'grant select, insert, update on ledger_postings to sesa_app;',
        'truncate ledger_entries',
      ],
      keeps: [
        'grant select, insert on ledger_postings to sesa_app;\ngrant update on drafts to sesa_app;',
        "update transfers set state = 'sent'",
        'create trigger t before update on ledger_postings',
        'revoke update, delete on ledger_entries from sesa_app;',
        'insert into ledger_entries values (1) on conflict do nothing;',
      ],
    },
  ],
  [
    migrationsLetOthersWork,
    {
      path: 'apps/api/migrations/900_example.sql',
      breaks: [
        'create index transfers_by_age on transfers (created_at);',
        'alter table transfers drop column fee;',
        'drop table drafts;',
        'alter table transfers rename column fee to price;',
        'alter table transfers rename to payments;',
        'alter table transfers alter column fee set not null;',
        'alter table transfers add column fee bigint not null;',
        'alter table transfers add constraint positive check (fee > 0);',
        'alter table transfers\n  add foreign key (user_id) references users (id);',
        'alter table transfers add column token uuid default gen_random_uuid();',
      ],
      keeps: [
        '-- Outside a transaction.\ncreate index concurrently transfers_by_age on transfers (created_at);',
        'create table shops (id int);\ncreate index shops_by_id on shops (id);',
        'alter table drafts rename to drafts_first;\ncreate table drafts (id int) partition by range (id);',
        'alter index drafts_by_id rename to drafts_first_by_id;',
        '-- The earlier release stops working.\nalter table transfers drop column fee;',
        'alter table transfers add column fee bigint not null default 0;',
        'alter table transfers add column fee bigint;',
        'alter table transfers add constraint positive check (fee > 0) not valid;',
        'create table shops (id int);\nalter table shops add constraint positive check (id > 0);',
      ],
    },
  ],
  [
    oneWriter,
    {
      path: SERVICE,
      breaks: ["tx.updateTable('transfers')", 'update transfers set state = 1', 'UPDATE transfers t\nset'],
      keeps: ["selectFrom('transfers')", 'update transfers_archive set x = 1', "updateTable('drafts')"],
    },
  ],
  [
    noMachineInText,
    {
      path: 'docs/example.md',
      breaks: ['see /root/main', '/home/ama/sesa', 'file:///Users/ama/x', 'https://registry.example.org/x'],
      keeps: ['/how-it-works/', '`docs/root/a`', 'the registry of companies', 'registry.metrics()'],
    },
  ],
  [
    onlyTheNewLeone,
    { path: SERVICE, breaks: ["const code = 'SLL'"], keeps: ["const code = 'SLE'", '// never SLL'] },
  ],
  [
    docs,
    {
      path: 'docs/example.md',
      breaks: ['`apps/api/src/gone.ts`', '[a](decisions/9999-gone.md)', '`npm run gone`', '`packages/gone`'],
      keeps: [
        '`scripts/check.ts`, `packages/money` and `npm run check`',
        'https://example.org/a/b.md and `/openapi.json`',
        'writes `apps/web/dist/manifest.json`',
      ],
    },
  ],
]

const titled = (text: string): [title: string, text: string] => [JSON.stringify(text).slice(0, 80), text]
const looked = (rule: Rule): string => `${rule.name}: ${findings(rule, files).looked} files`

describe.each(RULES)('house rule $name', (rule, { path, breaks, keeps }) => {
  test(looked(rule), () => {
    const result = findings(rule, files)
    expect(result.found).toEqual([])
    expect(result.looked).toBeGreaterThan(0)
  })

  test.each(breaks.map(titled))('catches %s', (_, text) => {
    const { found } = findings(rule, [{ path, text: `\n${text}` }])
    expect(found.length).toBeGreaterThan(0)
    expect(found[0]).toMatch(new RegExp(`^${path}:\\d+: ${rule.name}: .+`))
  })

  test.each(keeps.map(titled))('allows %s', (_, text) => {
    expect(findings(rule, [{ path, text }])).toEqual({ looked: 1, found: [] })
  })
})

describe('house rules', () => {
  test('name the line of a finding', () => {
    const file = { path: SERVICE, text: 'a()\n\nconst at = new Date()\n' }
    expect(findings(noClockInPureCode, [file]).found).toEqual([
      `${SERVICE}:3: no-clock-in-pure-code: take the time as an argument, or use the database's now()`,
    ])
  })

  test('report when a rule applies to no file', () => {
    expect(findings(ledgerIsAppendOnly, [{ path: 'README.md', text: '' }]).looked).toBe(0)
  })

  test('list only exceptions and tables that still exist', () => {
    const clockless = files.filter(({ path, text }) => WITH_CLOCK.includes(path) && /\.now\(/.test(text))
    expect(clockless.map(({ path }) => path).sort()).toEqual([...WITH_CLOCK].sort())
    const migrations = files.filter(({ path }) => path.endsWith('.sql')).map(({ text }) => text)
    const missing = APPEND_ONLY_TABLES.filter(
      (table) => !migrations.join().includes(`create table ${table} `),
    )
    expect(missing).toEqual([])
  })
})
