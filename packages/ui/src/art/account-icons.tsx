import { Icon, type IconProps } from './icon.tsx'

// Only the Account page of a phone needs these, so they have their own file.

export function LimitIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 18a9 9 0 1 1 15 0M12 14l4-5" />
    </Icon>
  )
}

export function MessageIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5h16v11h-9l-4.5 4v-4H4z" />
    </Icon>
  )
}

export function PaperIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M6 3.5h8l4 4v13H6zM9.5 12h5M9.5 16h5" />
    </Icon>
  )
}

export function PhoneIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 4h4l1.5 5L8 10.5a12 12 0 0 0 5.5 5.5l1.5-2.5 5 1.5v4c0 .8-.7 1.5-1.5 1.5A15 15 0 0 1 3.5 5.5C3.5 4.7 4.2 4 5 4z" />
    </Icon>
  )
}

export function BinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5" />
    </Icon>
  )
}
