import { cx } from '../class-names.ts'

/** Renders a placeholder for loading content. Hidden from screen readers: its surroundings announce "Loading". */
export function Skeleton({ lines = 1, className }: { lines?: number; className?: string }) {
  return (
    <span aria-hidden="true" className={cx('pulse-soft flex flex-col gap-3', className)}>
      {Array.from({ length: lines }, (_, index) => (
        <span
          key={index}
          className={cx('h-5 rounded-sm bg-line', index > 0 && index === lines - 1 && 'w-2/3')}
        />
      ))}
    </span>
  )
}
