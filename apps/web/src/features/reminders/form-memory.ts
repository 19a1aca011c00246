import { formMemory } from '../../lib/forms/form-memory.ts'
import type { ReminderValues } from './form-schema.ts'

export const reminderFormMemory = formMemory<ReminderValues>()
