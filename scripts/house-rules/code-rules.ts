import ts from 'typescript'
import { isCode, isProduct, isTest, nodes, type Rule } from './rule.ts'

const MONEY_WORDS = new Set(
  'amount balance fee margin minor money price principal rate receive total'.split(' '),
)

/**
 * Returns true for a name about money: `receiveAmount`, `feeMinor` and `RATES` are, `rateLimit` and `rate_limits` are
 * not.
 */
function speaksOfMoney(identifier: string): boolean {
  const words = identifier
    .split(/_|(?<=[a-z\d])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
  return !words.includes('limit') && words.some((word) => MONEY_WORDS.has(word))
}

/** Returns the smallest part of the code around a node that reads as one sentence. */
function sentenceAround(node: ts.Node): ts.Node {
  let part = node
  while (
    part.parent &&
    !ts.isStatement(part) &&
    !ts.isVariableDeclaration(part) &&
    !ts.isPropertyAssignment(part) &&
    !ts.isPropertyDeclaration(part) &&
    !ts.isParameter(part) &&
    !ts.isTemplateSpan(part) &&
    !ts.isJsxExpression(part) &&
    !ts.isFunctionLike(part.parent)
  ) {
    part = part.parent
  }
  return part
}

function isNearMoney(node: ts.Node): boolean {
  let found = false
  const visit = (part: ts.Node): void => {
    if ((ts.isIdentifier(part) || ts.isStringLiteral(part)) && speaksOfMoney(part.text)) found = true
    if (!found) ts.forEachChild(part, visit)
  }
  visit(sentenceAround(node))
  return found
}

const FLOAT_FUNCTIONS =
  /^((Number|parseFloat|Number\.parseFloat|Math\.(round|floor|ceil|trunc))|.*\.(toFixed|toPrecision))$/s
const ARITHMETIC = new Set([
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.PercentToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
])

/** Returns true for arithmetic with a number literal; bigint literals are exact and another kind of node. */
function isFloatArithmetic(node: ts.Node): boolean {
  if (ts.isCallExpression(node)) return FLOAT_FUNCTIONS.test(node.expression.getText())
  return (
    ts.isBinaryExpression(node) &&
    ARITHMETIC.has(node.operatorToken.kind) &&
    (ts.isNumericLiteral(node.left) || ts.isNumericLiteral(node.right))
  )
}

export const noFloatsNearAmounts: Rule = {
  name: 'no-floats-near-amounts',
  remedy: 'amounts are bigint minor units; parse, round, convert and format them with @sesa/money',
  appliesTo: (path) => isProduct(path) && !path.startsWith('packages/money/'),
  offences: (file) => nodes(file, (node) => isFloatArithmetic(node) && isNearMoney(node)),
}

/** Files that may read a clock, for token claims and for how long a request has waited. */
export const WITH_CLOCK: readonly string[] = [
  'apps/api/src/domains/customers/identity/tokens/tokens.ts',
  'apps/api/src/domains/transfers/engine/wait-for-outcome.ts',
]

export const noClockInPureCode: Rule = {
  name: 'no-clock-in-pure-code',
  remedy: "take the time as an argument, or use the database's now()",
  appliesTo: (path) =>
    isProduct(path) &&
    /^(packages\/(money|contract)|apps\/api\/src\/domains)\//.test(path) &&
    !WITH_CLOCK.includes(path),
  offences: (file) =>
    nodes(
      file,
      (node) =>
        (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) ||
        (ts.isPropertyAccessExpression(node) && /^(Date|performance)\.now$/.test(node.getText())),
    ),
}

const isTransaction = (node: ts.Node): boolean => ts.isIdentifier(node) && /^(tx|trx)$/.test(node.text)

export const noOptionalTransaction: Rule = {
  name: 'no-optional-transaction',
  remedy: 'require the transaction: `tx: Tx`, without a default, an alternative or a fallback to the pool',
  appliesTo: (path) => isCode(path) && !isTest(path),
  offences: (file) =>
    nodes(file, (node) => {
      if (ts.isParameter(node) || ts.isPropertySignature(node)) {
        const hasDefault = ts.isParameter(node) && node.initializer !== undefined
        const isUnion = node.type !== undefined && ts.isUnionTypeNode(node.type)
        return isTransaction(node.name) && (node.questionToken !== undefined || hasDefault || isUnion)
      }
      const isFallback =
        ts.isBinaryExpression(node) &&
        [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind)
      return isFallback && isTransaction(node.left)
    }),
}
