import type { Ref } from 'react'
import { controlAttributes, controlClass, FieldFrame, type FieldProps } from './field.tsx'

interface TextAreaProps extends FieldProps {
  /** Initial number of lines; the customer can enlarge it. */
  rows?: number
  ref?: Ref<HTMLTextAreaElement>
}

/** Renders a text field with several lines. */
export function TextArea({ rows = 5, ref, ...props }: TextAreaProps) {
  const { value, onChange, error } = props
  return (
    <FieldFrame {...props}>
      <textarea
        {...controlAttributes(props)}
        {...{ ref, rows, value }}
        onChange={(event) => onChange(event.target.value)}
        className={controlClass(error, 'resize-y')}
      />
    </FieldFrame>
  )
}
