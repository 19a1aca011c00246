import { isCode, type Rule } from './rule.ts'

/** Names that do not say what they do. */
const IDENTIFIERS: readonly string[] = [
  'moveOn',
  'takeOn',
  'goOn',
  'setDown',
  'hintPayout',
  'adoptCluster',
  'takeYourTime',
  'leadOn',
  'closeSound',
  'letGo',
  'longAgo',
  'hintFromCards',
  'hintFromPayouts',
  'OrderRefused',
  'startSpokenWorld',
  'fixRoute',
  'tellsPeople',
  'holdsOrders',
  'beyondBooks',
  'toldAmount',
  'providerWord',
  'startOutside',
  'outsideAt',
  'readOutside',
  'useKeptForm',
  'KeptDraft',
  'writeLetter',
  'letterhead',
  'findOperator',
  'WalletStanding',
  'AccountStanding',
  'StandingSession',
  'StandingBreak',
  'standingBreaks',
  'giveMailBack',
  'payForMail',
  'tellOfRates',
  'tellPaid',
  'tellOfHold',
  'onHint',
  'goesBackBy',
  'whoIs',
  'toPeople',
  'saysTwice',
  'requireOwnPress',
  'reachMail',
  'reachSms',
  'ToldDetails',
  'KeptIdentity',
  'findMisformed',
  'wantsEarlier',
  'passedBy',
  'lastPaid',
  'hintName',
  'atRest',
  'atEdge',
  'whoIsHere',
  'sayFarewell',
  'lastFarewell',
  'withProof',
  'dropQuestion',
  'useAskedForProof',
  'paidHere',
  'detailsReading',
  'readOrder',
  'lookAgainIn',
  'pointsHere',
  'WaysOut',
  'layWire',
  'keptFor',
]

/** Words of prose as patterns; a blank between words also matches a line break within a comment. */
const PROSE: readonly string[] = [
  'operators?',
  'somebody',
  'whoever',
  '(?:is|are|was|were) told',
  'stands where',
  'gone on with',
  'lets? (?:it )?go on',
  'begun anew',
  'looks? whether',
  'under way',
]

/** These list retired words, or quote code and its tests as they are. */
const QUOTES = ['docs/glossary.md', 'docs/writing.md', 'scripts/house-rules']

/** Applied migrations never change, and the database keeps its names. */
const MIGRATIONS = 'apps/api/migrations'

const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}.`)

const GAP = String.raw`\s+(?:(?:\*|\/\/|--)\s+)?`
const PROSE_PATTERN = new RegExp(
  PROSE.map((words) => String.raw`\b${words.replaceAll(' ', GAP)}\b`).join('|'),
  'gi',
)
const IDENTIFIER_PATTERN = new RegExp(String.raw`\b(?:${IDENTIFIERS.join('|')})\b`, 'g')
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)(?:\/\/|--) .*$/gm
/** Names from the database and the code in backquotes, links to pages named after them, and a term of law. */
const ALLOWED = /```[\s\S]*?```|`[^`\n]*`|\]\([^)\n]*\)|money-transfer\s+operators?/gi

const offsets = (text: string, pattern: RegExp, from = 0): number[] =>
  [...text.matchAll(pattern)].map(({ index }) => from + index)

const withoutAllowed = (text: string): string =>
  text.replace(ALLOWED, (match) => match.replace(/[^\n]/g, ' '))

function inProse({ path, text }: { readonly path: string; readonly text: string }): number[] {
  if (path.endsWith('.md')) return offsets(withoutAllowed(text), PROSE_PATTERN)
  return [...text.matchAll(COMMENT)].flatMap(({ 0: comment, index }) =>
    offsets(withoutAllowed(comment), PROSE_PATTERN, index),
  )
}

/** Retired words in docs, in comments and as identifiers. */
export const retiredWords: Rule = {
  name: 'retired-words',
  remedy: 'use the word that docs/glossary.md gives instead',
  appliesTo: (path) =>
    (isCode(path) || /\.(md|sql|css)$/.test(path)) &&
    ![...QUOTES, MIGRATIONS].some((folder) => isBelow(path, folder)),
  offences: (file) => [
    ...inProse(file),
    ...(isCode(file.path) ? offsets(file.text, IDENTIFIER_PATTERN) : []),
  ],
}
