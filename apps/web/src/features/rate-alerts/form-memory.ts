import { formMemory } from '../../lib/forms/form-memory.ts'
import type { AlertValues } from './form-schema.ts'

export const alertFormMemory = formMemory<AlertValues>()
