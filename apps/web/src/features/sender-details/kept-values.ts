import { keeper } from '../../lib/forms/keeper.ts'
import type { SenderValues } from './form-schema.ts'

export const keptValues = keeper<SenderValues>()
