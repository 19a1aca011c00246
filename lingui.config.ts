import { formatter } from '@lingui/format-json'

export default {
  sourceLocale: 'en',
  locales: ['en'],
  catalogs: [
    {
      path: '<rootDir>/apps/web/src/languages/catalogues/{locale}',
      include: [
        '<rootDir>/apps/web/src',
        '<rootDir>/packages/ui/src',
        '<rootDir>/packages/contract/src/rules',
      ],
    },
  ],
  format: formatter({ style: 'minimal' }),
  orderBy: 'messageId',
}
