import { formatMoney, type Money as Amount } from '@sesa/money'
import { cx } from '../class-names.ts'

interface MoneyProps {
  amount: Amount
  className?: string
}

/** An amount with its code, "LRD 1,500.50": figures of equal width, never broken over two lines. */
export function Money({ amount, className }: MoneyProps) {
  return <span className={cx('whitespace-nowrap tabular-nums', className)}>{formatMoney(amount)}</span>
}
