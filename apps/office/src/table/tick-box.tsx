interface TickBoxProps {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  tabIndex?: number
}

/** The bare box that selects rows; its label is for screen readers. */
export function TickBox({ label, checked, onChange, tabIndex }: TickBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      tabIndex={tabIndex}
      onChange={(event) => onChange(event.target.checked)}
      className="size-5 cursor-pointer accent-brand"
    />
  )
}
